import { useState } from 'react'
import { useNavigate } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import type { CoinNetwork } from '#domain/withdrawal/address-code.ts'
import { withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddressPicture } from './address-picture.tsx'
import { AddressSheet } from './address-sheet.tsx'

/** Save an address to withdraw to: first the coin and its network, or a picture that says them, then the address. */
export default function AddWalletPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { data, error, refetch } = useApiQuery(withdrawalTerms, {})
  const [way, setWay] = useState<CoinNetwork>()
  /** What was read from a picture: its address may be of several coins. */
  const [read, setRead] = useState<{ readonly address: string; readonly ways: readonly CoinNetwork[] }>()
  const chains = data?.ways.filter(({ cardKind }) => cardKind === null)
  function choose(address: string, ways: readonly CoinNetwork[]) {
    setRead({ address, ways })
    const [only, ...others] = ways
    if (others.length === 0) setWay(only)
  }
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
        {chains && (
          <div className="gutter pb-3">
            <AddressPicture offered={chains} onRead={choose} />
          </div>
        )}
        {read && (
          <div className="flex items-center gap-2 gutter">
            <p role="status" className="min-w-0 flex-1 text-15 break-words">
              {t('withdrawal_pages.qr_which', {
                address: `${read.address.slice(0, 6)}…${read.address.slice(-4)}`,
              })}
            </p>
            <Button kind="quiet" size="small" onClick={() => setRead(undefined)}>
              {t('withdrawal_pages.qr_all')}
            </Button>
          </div>
        )}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !chains ? (
          <SkeletonRows count={5} />
        ) : (
          (read?.ways ?? chains).map(({ currency, network }) => (
            <ListRow
              key={`${currency} ${network}`}
              title={currency}
              note={networkOf(network).name}
              onClick={() => setWay({ currency, network })}
            />
          ))
        )}
      </main>
      {way && (
        <AddressSheet
          way={way}
          {...(read && { read: read.address })}
          onClose={() => setWay(undefined)}
          onSaved={seeAll}
        />
      )}
    </>
  )
}
