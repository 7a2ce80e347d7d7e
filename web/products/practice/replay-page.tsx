import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { resultOf } from '#domain/contract/lifecycle.ts'
import { formatLots } from '#domain/contract/rules.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { formatPrice, type Instrument } from '#domain/market/instrument.ts'
import { price as priceOf } from '#domain/money/amount.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { PRACTICE_START, practiceDays } from '#domain/practice/contract.ts'
import {
  beginReplay,
  type DayReplay,
  gainInReplay,
  type ReplayMinute,
  type ReplayOrder,
  type ReplayPosition,
  replayResult,
} from '#domain/practice/day-replay.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { tickOf } from '#web/features/contract/contract-market.ts'
import { directionText, endText } from '#web/features/contract/position-words.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { PracticeFrame } from '#web/features/practice/practice-frame.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { utcDate, utcMoment } from '#web/features/time/utc.ts'
import { amount, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { replayable, useMinutes, useReplayTerms } from './replay-calls.ts'
import { ReplayChart } from './replay-chart.tsx'
import { ReplayMargin } from './replay-margin.tsx'
import { ReplayTicket } from './replay-ticket.tsx'
import { speeds, useReplay } from './use-replay.ts'

/** Plays a day of the past minute by minute, to trade contracts against it with practice money; nothing of it is kept. */
export default function ReplayPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const all = replayable()
  const instrument = all.find(({ symbol }) => symbol === search.get('symbol')) ?? all[0]
  const isPractising = usePractising()
  if (!instrument) return null
  return (
    <SettingsFrame>
      {/* While practice is on, all pages are framed. */}
      {!isPractising && <PracticeFrame />}
      <AppBar title={t('practice_pages.replay')} />
      <main className="gutter pb-8">
        <p className="pt-4 text-13 text-t2">{t('practice_pages.replay_lead')}</p>
        <div className="pt-4">
          <SelectField
            label={t('practice_pages.replay_instrument')}
            name="instrument"
            value={instrument.symbol}
            choices={all.map(({ symbol, label }) => ({ id: symbol, label }))}
            onChoose={(symbol) => setSearch({ symbol }, { replace: true })}
          />
        </div>
        <Days key={instrument.symbol} instrument={instrument} />
      </main>
    </SettingsFrame>
  )
}

/** The days that there are, and the one that is chosen. */
function Days({ instrument }: { instrument: Instrument }) {
  const { t, locale } = useTexts()
  const days = useApiQuery(practiceDays, { symbol: instrument.symbol })
  const [chosen, setChosen] = useState<number>()
  if (days.error && !days.data) return <ErrorState error={days.error} onRetry={() => void days.refetch()} />
  if (!days.data) return <SkeletonRows count={4} />
  const [newest] = days.data.items
  if (!newest)
    return (
      <EmptyState
        isSmall
        title={t('practice_pages.replay_none')}
        text={t('practice_pages.replay_none_why')}
      />
    )
  const day = days.data.items.find(({ dayMs }) => dayMs === chosen) ?? newest
  return (
    <>
      <div className="pt-2">
        <SelectField
          label={t('practice_pages.replay_day')}
          name="day"
          value={String(day.dayMs)}
          choices={days.data.items.map(({ dayMs, minutes }) => ({
            id: String(dayMs),
            label: `${utcDate(dayMs, locale)} · ${t('practice_pages.replay_minutes', { count: minutes })}`,
          }))}
          onChoose={(id) => setChosen(Number(id))}
        />
      </div>
      {day.origins.includes('generated') && (
        <p className="pt-2 text-12 text-t2">{t('practice_pages.replay_generated')}</p>
      )}
      <Begin key={day.dayMs} instrument={instrument} dayMs={day.dayMs} />
    </>
  )
}

/** Loads a day, and begins it. */
function Begin({ instrument, dayMs }: { instrument: Instrument; dayMs: number }) {
  const { t } = useTexts()
  const [round, setRound] = useState(0)
  const offered = useReplayTerms(instrument)
  const quote = useApiQuery(quoteOf, { symbol: instrument.symbol })
  const day = useMinutes(instrument, dayMs)
  // The day is read once: what comes to it while it is played is not played.
  const [begun, setBegun] = useState<{ replay: DayReplay; minutes: readonly ReplayMinute[] }>()
  if (begun) return <Playing key={round} {...begun} onAgain={() => setRound(round + 1)} />
  const { terms } = offered
  const { minutes } = day
  const parts = [
    { ...offered, isThere: terms !== undefined },
    { ...quote, isThere: quote.data !== undefined },
    { ...day, isThere: minutes !== undefined },
  ]
  const failed = parts.filter(({ error, isThere }) => error && !isThere)
  if (failed[0])
    return (
      <ErrorState
        error={failed[0].error}
        onRetry={() => {
          for (const { refetch } of failed) void refetch()
        }}
      />
    )
  if (minutes?.length === 0) return <EmptyState isSmall title={t('practice_pages.replay_empty')} />
  const tick = tickOf(instrument, quote.data)
  const isReady = terms && quote.data && minutes
  function begin(): void {
    if (!terms || !minutes) return
    const start = readAmount(PRACTICE_START, PRACTICE_CURRENCY)
    setBegun({ replay: beginReplay(instrument, terms, tick ? tick.ask - tick.bid : 0, start), minutes })
  }
  return (
    <>
      <ul className="list-disc pt-4 pl-5 text-13 text-t2">
        <li>{t('practice_pages.replay_rule_terms')}</li>
        <li>{t('practice_pages.replay_rule_minutes')}</li>
        <li>{t('practice_pages.replay_rule_limit')}</li>
        <li>
          {t(
            quote.data && !tick
              ? 'practice_pages.replay_rule_no_spread'
              : 'practice_pages.replay_rule_spread',
          )}
        </li>
        <li>
          {t('practice_pages.replay_rule_kept', {
            amount: amount(PRACTICE_START, 0),
            currency: PRACTICE_CURRENCY,
          })}
        </li>
      </ul>
      <Button kind="primary" className="mt-4 w-full" isPending={!isReady} onClick={begin}>
        {t('practice_pages.replay_begin')}
      </Button>
    </>
  )
}

function Playing({
  replay: begun,
  minutes,
  onAgain,
}: {
  replay: DayReplay
  minutes: readonly ReplayMinute[]
  onAgain(): void
}) {
  const { t, locale } = useTexts()
  const played = useReplay(begun, minutes)
  const { replay, count, isOver, isPlaying, speed, move } = played
  const { instrument } = replay
  const open = replay.positions.filter(({ closed }) => !closed)
  const closed = replay.positions.filter((position) => position.closed)
  const { now, waiting } = replay
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 pt-4">
        <p className="figures text-20 font-semibold">
          {now && grouped(formatPrice(instrument, priceOf(BigInt(now.price))))}
        </p>
        <p className="figures text-12 text-t2">
          {now && utcMoment(now.atMs, locale)} · {count} / {minutes.length}
        </p>
      </div>
      <ReplayChart instrument={instrument} minutes={minutes.slice(0, count)} open={open} />
      {isOver ? (
        <Result replay={replay} onAgain={onAgain} />
      ) : (
        <>
          <div className="-mx-4">
            <Chips
              label={t('practice_pages.replay_speed')}
              choices={speeds.map((id) => ({ id, label: `${id}×` }))}
              value={speed}
              onChange={(id) => played.setSpeed(id)}
            />
          </div>
          <div className="flex flex-wrap gap-2 pt-2">
            <Button size="small" className="flex-1" onClick={() => played.setPlaying(!isPlaying)}>
              {t(isPlaying ? 'practice_pages.replay_pause' : 'practice_pages.replay_play')}
            </Button>
            <Button
              size="small"
              className="flex-1"
              disabled={isPlaying}
              onClick={() => move({ kind: 'minute' })}
            >
              {t('practice_pages.replay_step')}
            </Button>
            <Button size="small" className="flex-1" onClick={() => move({ kind: 'end' })}>
              {t('practice_pages.replay_end')}
            </Button>
          </div>
          <ReplayTicket
            replay={replay}
            refused={played.refused}
            onOpen={(draft) => move({ kind: 'open', draft })}
          />
        </>
      )}
      {waiting.length > 0 && (
        <Rows title={t('contract_pages.pending')}>
          {waiting.map((order) => (
            <Waiting
              key={order.id}
              order={order}
              instrument={instrument}
              onCancel={() => move({ kind: 'cancel', id: order.id })}
            />
          ))}
        </Rows>
      )}
      {open.length > 0 && (
        <Rows title={t('contract_pages.positions')}>
          {open.map((position) => (
            <Row
              key={position.id}
              position={position}
              instrument={instrument}
              result={gainInReplay(replay, position)}
              below={
                <ReplayMargin
                  replay={replay}
                  position={position}
                  onAdd={(amount) => move({ kind: 'margin', id: position.id, amount })}
                />
              }
            >
              <Button size="small" onClick={() => move({ kind: 'close', id: position.id })}>
                {t('contract_pages.close')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {closed.length > 0 && (
        <Rows title={t('practice_pages.replay_closed')}>
          {closed.toReversed().map((position) => (
            <Row key={position.id} position={position} instrument={instrument} result={resultOf(position)}>
              <span className="text-12 text-t2">{endText(position.closed!.reason, t)}</span>
            </Row>
          ))}
        </Rows>
      )}
    </>
  )
}

const inWords = (units: bigint): string => formatAmount(units, PRACTICE_CURRENCY)

/** What came of the day, after every fee. */
function Result({ replay, onAgain }: { replay: DayReplay; onAgain(): void }) {
  const { t } = useTexts()
  const { result, fees, trades, won } = replayResult(replay)
  return (
    <section aria-label={t('practice_pages.replay_result')} className="pt-2">
      <h2 className="pb-1 text-15">{t('practice_pages.replay_result')}</h2>
      <KeyValue
        lines={[
          {
            name: t('practice_pages.replay_after_fees'),
            value: `${signedProfit(inWords(result))} ${PRACTICE_CURRENCY}`,
            isStrong: true,
          },
          { name: t('practice_pages.replay_fees'), value: `${amount(inWords(fees))} ${PRACTICE_CURRENCY}` },
          { name: t('practice_pages.replay_trades'), value: `${won} / ${trades}` },
        ]}
      />
      <p className="py-2 text-12 text-t3">{t('practice_pages.replay_says_nothing')}</p>
      <Button className="w-full" onClick={onAgain}>
        {t('practice_pages.replay_again')}
      </Button>
    </section>
  )
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-6">
      <h2 className="pb-1 text-15">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

const priceText = (instrument: Instrument, ticks: number) =>
  grouped(formatPrice(instrument, priceOf(BigInt(ticks))))

/** An order that waits for its price, with its cancel. */
function Waiting({
  order,
  instrument,
  onCancel,
}: {
  order: ReplayOrder
  instrument: Instrument
  onCancel(): void
}) {
  const { t } = useTexts()
  const price = priceText(instrument, order.limitPrice)
  return (
    <li className="flex items-center justify-between gap-x-3 border-t border-line py-2">
      <div className="min-w-0">
        <p className="text-15">
          {directionText(order, t)} <span className="figures">{formatLots(order.lots)}</span>
        </p>
        <p className="figures text-12 text-t3">{price}</p>
      </div>
      <IconButton
        icon={X}
        label={t('spot.cancel_order', { price, name: instrument.label })}
        onClick={onCancel}
        className="-mr-3"
      />
    </li>
  )
}

function Row({
  position,
  instrument,
  result,
  below,
  children,
}: {
  position: ReplayPosition
  instrument: Instrument
  result: bigint
  below?: ReactNode
  children: ReactNode
}) {
  const { t } = useTexts()
  const { lots, entryPrice, closed } = position
  const text = (ticks: number) => priceText(instrument, ticks)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2">
      <div className="min-w-0">
        <p className="text-15">
          {directionText(position, t)} <span className="figures">{formatLots(lots)}</span>
        </p>
        <p className="figures text-12 text-t3">
          {text(entryPrice)}
          {closed && ` → ${text(closed.price)}`}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <span className="figures text-13">{signedProfit(inWords(result))}</span>
        {children}
      </div>
      {below}
    </li>
  )
}
