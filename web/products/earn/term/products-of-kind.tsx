import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { earnProducts } from '#domain/earn/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { type AppTermKind, toKindPage } from './kind.ts'
import { ProductList } from './product-list.tsx'

/** What of a kind is on offer: rate, term, bounds and what is left, by currency. */
export function ProductsOfKind({ kind, children }: { kind: AppTermKind; children?: ReactNode }) {
  const { t } = useTexts()
  const { texts } = kind
  const [search, setSearch] = useSearchParams()
  const query = useApiQuery(earnProducts, { kind: kind.name })
  const currencies = [...new Set(query.data?.products.map((product) => product.currency))]
  const currency = currencies.find((code) => code === search.get('currency'))
  return (
    <>
      <AppBar title={t(texts.title)}>
        <IconLink icon={History} label={t(texts.own)} to={toKindPage(kind, 'subscriptions')} />
      </AppBar>
      <main className="pb-8">
        {children}
        <p className="gutter pt-2 pb-3 text-13 text-t2">
          {t(texts.note)}{' '}
          <Link
            to={toKindPage(kind, 'howItWorks')}
            className="target press whitespace-nowrap text-t1 underline decoration-line2 underline-offset-4"
          >
            {t(texts.howItWorks)}
          </Link>
        </p>
        {currencies.length > 1 && (
          <Chips
            label={t('earn_pages.currency')}
            choices={[
              { id: '', label: t('earn_pages.all') },
              ...currencies.map((code) => ({ id: code, label: code })),
            ]}
            value={currency ?? ''}
            onChange={(code) =>
              setSearch({ ...kind.params, ...(code && { currency: code }) }, { replace: true })
            }
          />
        )}
        <Offered product="earn" />
        <ProductList kind={kind} currency={currency} />
        <p className="gutter pt-2 text-12 text-t3">{t(texts.risk)}</p>
      </main>
    </>
  )
}
