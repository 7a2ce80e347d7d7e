import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { TradingProduct } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { refreshListing, useListingVersion } from '#web/app/listing.ts'
import { NoConnection } from '#web/app/no-connection.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSymbol } from './use-instrument.ts'

/**
 * A page about the instrument that the URL names. One that `product` does not trade is led to the instrument's own
 * page; a symbol that nothing has is said to be unknown.
 */
export function WithInstrument({ product, children }: { product?: TradingProduct; children: ReactNode }) {
  const symbol = useSymbol()
  const isListed = useListingVersion(({ version }) => version > 0)
  const instrument = findInstrument(symbol)
  if (!isListed) return <NoConnection onRetry={() => void refreshListing()} />
  if (!instrument) return <Unknown symbol={symbol} />
  if (product && !instrument.products.includes(product))
    return <Navigate replace to={toPage('pages/transaction/index', { symbol })} />
  return children
}

const MAX_SHOWN = 16

function Unknown({ symbol }: { symbol: string }) {
  const { t } = useTexts()
  const name = symbol.length > MAX_SHOWN ? `${symbol.slice(0, MAX_SHOWN)}…` : symbol
  return (
    <>
      <AppBar title={t('market.unknown_title')} />
      <main>
        <EmptyState
          title={t('market.unknown', { name })}
          text={t('market.unknown_why')}
          action={{ label: t('common.see_markets'), to: toPage('pages/market/market') }}
        />
      </main>
    </>
  )
}
