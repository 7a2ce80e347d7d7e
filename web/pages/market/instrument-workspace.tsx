import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Instrument } from '#domain/market/instrument.ts'
import { toPage } from '#web/app/page-list.ts'
import { useBook } from '#web/features/book/use-book.ts'
import { useOwnMarks } from '#web/features/chart/use-own-marks.tsx'
import { InstrumentAbout } from '#web/features/instrument/about.tsx'
import { WatchActions } from '#web/features/instrument/watch-actions.tsx'
import { BookPane } from '#web/features/workspace/book-pane.tsx'
import { ChartPane } from '#web/features/workspace/chart-pane.tsx'
import { MarketPane } from '#web/features/workspace/market-pane.tsx'
import { useShortcuts } from '#web/features/workspace/shortcuts.ts'
import { ShortcutsSheet } from '#web/features/workspace/shortcuts-sheet.tsx'
import { Workspace } from '#web/features/workspace/workspace.tsx'
import { WorkspaceHead } from '#web/features/workspace/workspace-head.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** An instrument with everything beside each other: the panes of the trading page, for who does not trade yet. */
export default function InstrumentWorkspace({
  instrument,
  product,
}: {
  instrument: Instrument
  product: string
}) {
  const { t } = useTexts()
  const { symbol } = instrument
  const navigate = useNavigate()
  const book = useBook(symbol)
  const own = useOwnMarks(instrument, product)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const hasSpot = instrument.products.includes('spot')
  const ticket = (params: Readonly<Record<string, string>>) =>
    toPage('pages/transaction/currency', { symbol, ...params })
  useShortcuts({ '?': () => setHelpOpen(true) })
  return (
    <>
      <Workspace
        symbol={instrument.symbol}
        markets={<MarketPane instrument={instrument} />}
        head={<WorkspaceHead instrument={instrument} />}
        chart={<ChartPane instrument={instrument} book={book} hasDepth={hasSpot} marks={own.marks} />}
        book={
          hasSpot ? (
            <BookPane instrument={instrument} book={book} onPick={(price) => navigate(ticket({ price }))} />
          ) : (
            <EmptyState isSmall title={t('market.book_empty_here')} text={t('market.book_empty_here_why')} />
          )
        }
        ticket={
          <>
            {!hasSpot ? (
              <div className="flex flex-wrap gap-2 gutter py-3">
                <WatchActions instrument={instrument} product={instrument.products[0] ?? 'contract'} />
              </div>
            ) : (
              <div className="flex gap-2 gutter py-3">
                <ButtonLink kind="buy" className="flex-1" to={ticket({ side: 'buy' })}>
                  {t('market.side_buy')}
                </ButtonLink>
                <ButtonLink kind="sell" className="flex-1" to={ticket({ side: 'sell' })}>
                  {t('market.side_sell')}
                </ButtonLink>
              </div>
            )}
            <div className="border-t border-line">
              <InstrumentAbout instrument={instrument} />
            </div>
          </>
        }
      />
      {own.sheets}
      <ShortcutsSheet isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}
