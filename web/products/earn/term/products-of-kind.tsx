import { History } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { earnProducts } from '#domain/earn/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import type { AppTermKind } from './kind.ts'
import { ProductList } from './product-list.tsx'

/** What of a kind is on offer: rate, term, bounds and what is left, by currency. */
export function ProductsOfKind({ kind }: { kind: AppTermKind }) {
  const { t } = useTexts()
  const { pages, texts } = kind
  const [search, setSearch] = useSearchParams()
  const query = useApiQuery(earnProducts, { kind: kind.name })
  const currencies = [...new Set(query.data?.products.map((product) => product.currency))]
  const currency = currencies.find((code) => code === search.get('currency'))
  return (
    <>
      <AppBar title={t(texts.title)}>
        <IconLink icon={History} label={t(texts.own)} to={toPage(pages.subscriptions)} />
      </AppBar>
      <main className="pb-8">
        <p className="gutter pb-3 text-13 text-t2">
          {t(texts.note)}{' '}
          <Link
            to={toPage(pages.howItWorks)}
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
            onChange={(code) => setSearch(code ? { currency: code } : {}, { replace: true })}
          />
        )}
        <ProductList kind={kind} currency={currency} />
        <p className="gutter pt-2 text-12 text-t3">{t(texts.risk)}</p>
      </main>
    </>
  )
}
