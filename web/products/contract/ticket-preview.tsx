import { labelOf } from '#domain/market/instruments.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { useMarginCurrency } from '#web/features/practice/practice.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount, feeText, grouped, signed } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { PriceRuler } from './ruler.tsx'
import { type Ticket, type TicketMarket, worstAccepted } from './ticket.ts'
import type { Outcome, TicketSummary } from './ticket-summary.ts'
import { rateText } from './words.ts'

interface PreviewProps {
  readonly ticket: Ticket
  readonly summary: TicketSummary
  readonly market: TicketMarket
}

/** Writes amounts of what contracts are margined in. */
function useInMargin() {
  const currency = useMarginCurrency()
  return (value: string | undefined, write: (value: string) => string = amount) =>
    value === undefined ? '—' : `${write(value)} ${currency}`
}

/** What decides, over the button: where it ends, margin, fee and the most that can be lost; dashes before there is an order. */
export function TicketPreview({ ticket, summary: { outcome }, market: { terms } }: PreviewProps) {
  const { t } = useTexts()
  const masked = useMasked()
  const currency = useMarginCurrency()
  const inMargin = useInMargin()
  return (
    <section aria-label={t('contract_pages.preview')} className="pt-2 pb-3">
      {outcome && <OutcomeRuler ticket={ticket} outcome={outcome} />}
      <div className="border-t border-line pt-2">
        <KeyValue
          lines={[
            { name: t('contract_pages.margin'), value: inMargin(outcome?.margin) },
            {
              name: t('contract_pages.opening_fee', { rate: rateText(terms.feeBps) }),
              value: inMargin(outcome?.openingFee, feeText),
            },
          ]}
        />
      </div>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line2 pt-2">
        <p className="text-13 font-semibold">{t('contract_pages.worst_case')}</p>
        <p className="figures ml-auto text-17 font-semibold">
          {outcome ? amount(outcome.worstCase) : '—'}{' '}
          <span className="text-13 font-normal text-t2">{currency}</span>
        </p>
        <p className="w-full text-12 text-t3">{t('contract_pages.worst_case_why')}</p>
        {outcome?.availableAfter !== undefined && (
          <p className="figures w-full text-12 text-t3">
            {t('contract_pages.available_after', {
              amount: masked(amount(outcome.availableAfter)),
              currency,
            })}
          </p>
        )}
      </div>
    </section>
  )
}

/** What else an order costs and can come to, under the button. */
export function TicketCosts({ ticket, summary: { outcome }, market }: PreviewProps) {
  const { t, locale } = useTexts()
  const { terms } = market
  const inMargin = useInMargin()
  const nextFinancingAtMs = startOfDayUtc(useServerNow()) + DAY_MS
  const worst = ticket.orderType === 'market' ? worstAccepted(ticket.direction, market) : undefined
  return (
    <section aria-label={t('contract_pages.costs')} className="pt-1 pb-2">
      <KeyValue
        lines={[
          { name: t('contract_pages.position_value'), value: inMargin(outcome?.notional) },
          {
            name: t('contract_pages.spread'),
            value: (
              <>
                {inMargin(outcome?.spread, feeText)}
                {outcome && (
                  <span className="block text-t3">
                    {t('contract_pages.spread_between', {
                      entry: grouped(outcome.entryPrice),
                      mid: grouped(outcome.midPrice),
                    })}
                  </span>
                )}
              </>
            ),
          },
          { name: t('contract_pages.closing_fee'), value: inMargin(outcome?.closingFee, feeText) },
          {
            name: t('contract_pages.financing_of', { rate: rateText(terms.financingBps) }),
            value: (
              <>
                {inMargin(outcome?.financing, feeText)}
                <span className="block text-t3">{utcMoment(nextFinancingAtMs, locale)}</span>
              </>
            ),
          },
          worst !== undefined && {
            name: t('contract_pages.slippage_cap', { rate: rateText(terms.slippageBps) }),
            value: t('contract_pages.or_better', { price: grouped(worst) }),
          },
          terms.conversion && {
            name: t('contract_pages.conversion'),
            value: t('contract_pages.conversion_at', { name: labelOf(terms.conversion.symbol) }),
          },
        ]}
      />
      {outcome && <Moves outcome={outcome} />}
    </section>
  )
}

/** Where it ends, where it begins, and what each end comes to. */
function OutcomeRuler({ ticket, outcome }: { ticket: Ticket; outcome: Outcome }) {
  const { t } = useTexts()
  const isLong = ticket.direction === 'long'
  const { atTakeProfit, atStopLoss, entryPrice, liquidationPrice } = outcome
  const columns = [
    {
      name: t('contract_pages.liquidation'),
      value: liquidationPrice ? grouped(liquidationPrice) : t('contract_pages.none'),
      look: 'text-danger font-semibold',
    },
    atStopLoss !== undefined && {
      name: t('contract_pages.stop_loss'),
      value: signed(atStopLoss),
      look: changeColours[directionOf(atStopLoss)],
    },
    { name: t('contract_pages.entry_about'), value: grouped(entryPrice), look: 'text-t1' },
    atTakeProfit !== undefined && {
      name: t('contract_pages.take_profit'),
      value: signed(atTakeProfit),
      look: changeColours[directionOf(atTakeProfit)],
    },
  ].filter((column) => !!column)
  return (
    <div className="pb-2">
      <PriceRuler
        isLong={isLong}
        marks={{
          liquidation: liquidationPrice,
          entry: entryPrice,
          takeProfit: atTakeProfit === undefined ? undefined : ticket.takeProfit,
          stopLoss: atStopLoss === undefined ? undefined : ticket.stopLoss,
        }}
      />
      <dl
        className={cx(
          'figures flex flex-wrap justify-between gap-x-3 gap-y-1 text-12',
          !isLong && 'flex-row-reverse',
        )}
      >
        {columns.map(({ name, value, look }) => (
          <div key={name}>
            <dt className="text-t2">{name}</dt>
            <dd className={look}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What is gained or lost when the price moves, after both fees. */
function Moves({ outcome: { moves } }: { outcome: Outcome }) {
  const { t } = useTexts()
  return (
    <dl
      aria-label={t('contract_pages.if_price_moves')}
      className="figures mt-2 grid grid-cols-4 gap-x-2 border-t border-line pt-2 text-12"
    >
      <dt className="col-span-4 pb-1 text-t2">{t('contract_pages.if_price_moves')}</dt>
      {moves.map(({ bps, pnl, isLiquidated }) => (
        <dd key={bps}>
          <span className="block text-t3">{signed(String(bps / 100))}%</span>
          <span className={cx('block', changeColours[directionOf(pnl)])}>{signed(pnl)}</span>
          {isLiquidated && (
            <span className="block text-11 whitespace-nowrap text-danger">
              {t('contract_pages.liquidation')}
            </span>
          )}
        </dd>
      ))}
    </dl>
  )
}
