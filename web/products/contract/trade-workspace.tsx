import { Keyboard } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useBook } from '#web/features/book/use-book.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useInstrument } from '#web/features/instrument/use-instrument.ts'
import { BookPane } from '#web/features/workspace/book-pane.tsx'
import { ChartPane } from '#web/features/workspace/chart-pane.tsx'
import { MarketPane } from '#web/features/workspace/market-pane.tsx'
import { useShortcuts } from '#web/features/workspace/shortcuts.ts'
import { type KeyHint, ShortcutsSheet } from '#web/features/workspace/shortcuts-sheet.tsx'
import { Workspace } from '#web/features/workspace/workspace.tsx'
import { WorkspaceHead } from '#web/features/workspace/workspace-head.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AccountPane } from './account-pane.tsx'
import { PositionsPane } from './positions-pane.tsx'
import { TermsAbout } from './terms-about.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import type { ContractTicket } from './use-contract-ticket.ts'
import { useMarks } from './use-marks.ts'

const hints: readonly KeyHint[] = [
  { keys: 'L / S', does: 'contract_pages.key_direction' },
  { keys: 'A', does: 'contract_pages.key_lots' },
]

/** Contracts with everything beside each other: markets, chart, book or about, ticket, positions. */
export default function TradeWorkspace({ contract: { form, pick } }: { contract: ContractTicket }) {
  const { t } = useTexts()
  const instrument = useInstrument()
  const hasBook = instrument.products.includes('spot')
  const cancel = useCancelOrder()
  // The marks are drawn anew only when they change, and do what is meant now.
  const latest = useRef(cancel)
  latest.current = cancel
  const marks = useMarks(
    instrument,
    useCallback((id: string) => latest.current.run(id), []),
  )
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts({
    l: () => form.onChange({ kind: 'direction', direction: 'long' }),
    s: () => form.onChange({ kind: 'direction', direction: 'short' }),
    a: () => document.querySelector<HTMLElement>('form [data-field="lots"] input')?.focus(),
    '?': () => setHelpOpen(true),
  })
  return (
    <>
      <Workspace
        symbol={instrument.symbol}
        markets={<MarketPane instrument={instrument} />}
        head={
          <WorkspaceHead instrument={instrument} product="contract">
            <IconButton
              icon={Keyboard}
              label={t('market.keys')}
              aria-haspopup="dialog"
              className="-mr-3 !text-t2 hover:!text-t1"
              onClick={() => setHelpOpen(true)}
            />
          </WorkspaceHead>
        }
        chart={hasBook ? <WithBook marks={marks} /> : <Chart marks={marks} />}
        book={
          hasBook ? (
            <LiveBook onPick={pick} />
          ) : (
            <div
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard too
              tabIndex={0}
              className="min-h-0 overflow-y-auto -outline-offset-2"
            >
              <TermsAbout />
              <PublishedNote keyword="risk_notice" className="pt-2" />
            </div>
          )
        }
        below={<PositionsPane />}
        ticket={
          <>
            <ProductTabs instrument={instrument} current="contract" />
            <div className="gutter pt-3">
              <Offered product="contract" isIndented>
                <TicketForm {...form} />
              </Offered>
            </div>
            <AccountPane />
          </>
        }
      />
      {cancel.refusal}
      <ShortcutsSheet isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} hints={hints} />
    </>
  )
}

type Marks = ReturnType<typeof useMarks>

const Chart = ({ marks }: { marks: Marks }) => (
  <ChartPane instrument={useInstrument()} book={undefined} hasDepth={false} marks={marks} />
)

/** An instrument with a spot market: its book is shown too, where a price can be picked from. */
function WithBook({ marks }: { marks: Marks }) {
  const instrument = useInstrument()
  return <ChartPane instrument={instrument} book={useBook(instrument.symbol)} marks={marks} />
}

function LiveBook({ onPick }: { onPick(price: string): void }) {
  const instrument = useInstrument()
  return <BookPane instrument={instrument} book={useBook(instrument.symbol)} onPick={onPick} />
}
