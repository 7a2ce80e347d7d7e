import { useState } from 'react'
import { useNavigate } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import { withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddressSheet } from './address-sheet.tsx'

/** Save an address to withdraw to: first the coin and its network, then the address. */
export default function AddWalletPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { data, error, refetch } = useApiQuery(withdrawalTerms, {})
  const [way, setWay] = useState<{ currency: string; network: string }>()
  function seeAll() {
    // Back would close the sheet alone.
    setWay(undefined)
    navigate(toPage('pages/setting/wallet'), { replace: true })
  }
  return (
    <>
      <AppBar title={t('withdrawal_pages.add')} />
      <main className="pb-10">
        <p className="gutter pt-2 pb-2 text-13 text-t2">{t('withdrawal_pages.add_why')}</p>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={5} />
        ) : (
          data.ways
            .filter(({ cardKind }) => cardKind === null)
            .map(({ currency, network }) => (
              <ListRow
                key={`${currency} ${network}`}
                title={currency}
                note={networkOf(network).name}
                onClick={() => setWay({ currency, network })}
              />
            ))
        )}
      </main>
      {way && <AddressSheet way={way} onClose={() => setWay(undefined)} onSaved={seeAll} />}
    </>
  )
}
