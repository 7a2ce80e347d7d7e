import { History } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { earnProducts } from '#domain/earn/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ProductList } from './product-list.tsx'

/** The locked deposits on offer: rate, term, bounds and what is left, by currency. */
export default function OverviewPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const offer = useApiQuery(earnProducts, {})
  const currencies = [...new Set(offer.data?.products.map((product) => product.currency))]
  const currency = currencies.find((code) => code === search.get('currency'))
  return (
    <>
      <AppBar title={t('earn.title')}>
        <IconLink icon={History} label={t('earn.my_deposits')} to={toPage('pages/lockming/order')} />
      </AppBar>
      <main className="pb-8">
        <p className="gutter pb-3 text-13 text-t2">
          {t('earn.title_note')}{' '}
          <Link
            to={toPage('pages/lockming/welcome')}
            className="target press whitespace-nowrap text-t1 underline decoration-line2 underline-offset-4"
          >
            {t('earn.how')}
          </Link>
        </p>
        {currencies.length > 1 && (
          <Chips
            label={t('earn.currency')}
            choices={[
              { id: '', label: t('earn.all') },
              ...currencies.map((code) => ({ id: code, label: code })),
            ]}
            value={currency ?? ''}
            onChange={(code) => setSearch(code ? { currency: code } : {}, { replace: true })}
          />
        )}
        <ProductList currency={currency} />
        <p className="gutter pt-2 text-12 text-t3">{t('earn.honest')}</p>
      </main>
    </>
  )
}
