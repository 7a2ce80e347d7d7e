import { findInstrument } from '#domain/market/instruments.ts'
import { useIsHalted } from '#web/features/instrument/use-is-halted.ts'
import { useIsStale, useQuote } from '#web/features/quotes/quotes.ts'
import { useClosedText } from '#web/features/quotes/use-closed-text.ts'
import { useIsUnpriced } from '#web/features/quotes/use-is-unpriced.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Arrow } from '#web/ui/pill.tsx'
import { marketBlockOf } from './ticket.ts'
import type { OptionTicketState } from './use-option-ticket.ts'
import { useRunningNow } from './use-options.ts'

/** Rise and fall, with why the market takes neither now where it does not: as the engine would refuse it. */
export function OrderButtons({ state, isReady }: { state: OptionTicketState; isReady: boolean }) {
  const { t } = useTexts()
  const why = useWhyNot(state)
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        {(['rise', 'fall'] as const).map((direction) => (
          <Button
            key={direction}
            kind={direction === 'rise' ? 'buy' : 'sell'}
            disabled={!isReady || why !== undefined}
            isPending={state.isPending}
            onClick={() => state.choose(direction)}
          >
            <Arrow direction={direction === 'rise' ? 'up' : 'down'} />
            {t(`option_pages.direction_${direction}`)}
          </Button>
        ))}
      </div>
      {why && (
        <p role="status" className="pt-2 text-center text-12 text-t2">
          {why}
        </p>
      )}
    </>
  )
}

/** Why the market takes no order of the ticket's period now; undefined where it does. */
function useWhyNot({
  instrument: { symbol, label },
  ticket,
  closedUntilMs,
}: OptionTicketState): string | undefined {
  const { t } = useTexts()
  const isStale = useIsStale(symbol)
  const isUnpriced = useIsUnpriced(symbol)
  const isHalted = useIsHalted(symbol)
  const closed = useClosedText(symbol)
  const hasPrice = useQuote(symbol, (quote) => quote?.lastPrice !== undefined && quote.lastPrice !== null)
  const closesAtMs = useQuote(symbol, (quote) => quote?.nextChangeAtMs ?? undefined)
  const nowMs = useRunningNow()
  if (isHalted) return t('market.halted_title')
  if (isUnpriced) return refusalText('NO_LIVE_PRICE', { symbol: label })
  if (closed !== undefined) return closed
  const block = marketBlockOf(findInstrument(symbol)!, { closesAtMs, closedUntilMs }, ticket.seconds, nowMs)
  if (block) return refusalText(block.code, block.params)
  return isStale || !hasPrice ? t('option_pages.price_old') : undefined
}
