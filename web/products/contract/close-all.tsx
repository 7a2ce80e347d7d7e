import { useState } from 'react'
import { contractCloseAll, type PositionView } from '#domain/contract/contract.ts'
import { directions } from '#domain/contract/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { closingOf } from '#web/features/contract/closing.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { inMargin, signedInMargin, unitsOf } from '#web/features/contract/margin-amounts.ts'
import { resultOf } from '#web/features/contract/position-result.ts'
import { directionText } from '#web/features/contract/position-words.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { CallNotDone } from '#web/features/money/money-sheet.tsx'
import { amount, grouped, signed } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { Chips } from '#web/ui/chips.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type Outcomes = OutputOf<typeof contractCloseAll>['outcomes']

/** Closes all open positions, or all of one direction, after saying how many; then what became of each. */
export function CloseAll({ positions }: { positions: readonly PositionView[] }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* What became of them is still told when none is open any more. */}
      {positions.length > 0 && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="press min-h-11 shrink-0 px-3 text-13 text-t2"
        >
          {t('contract_pages.close_all')}
        </button>
      )}
      {isOpen && <CloseAllSheet positions={positions} onClose={() => setOpen(false)} />}
    </>
  )
}

function CloseAllSheet({ positions, onClose }: { positions: readonly PositionView[]; onClose(): void }) {
  const { t } = useTexts()
  const [which, setWhich] = useState<'all' | 'long' | 'short'>('all')
  const [outcomes, setOutcomes] = useState<Outcomes>()
  const call = useApiMutation(contractCloseAll)
  const of = (direction: 'all' | 'long' | 'short') =>
    positions.filter((position) => direction === 'all' || position.direction === direction)
  const asked = of(which)
  const count = asked.length
  const tickOf = useTicks([...new Set(positions.flatMap(({ symbol }) => symbolsOf(symbol)))])
  const closings = asked.flatMap((position) => closingOf(position, undefined, tickOf) ?? [])
  const isKnown = count > 0 && closings.length === count
  const currency = positions[0]?.marginCurrency ?? ''

  async function send(): Promise<void> {
    const done = await call.send({ which })
    if (done) setOutcomes(done.outcomes)
  }

  if (outcomes) return <OutcomesSheet outcomes={outcomes} onClose={onClose} />
  if (call.error && !call.isPending)
    return (
      <CallNotDone
        error={call.error}
        title={t('contract_pages.not_closed')}
        onClose={call.reset}
        onRetry={() => void send()}
      />
    )
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('contract_pages.close_all_title', { count })}
      text={t('contract_pages.close_why')}
    >
      <div className="-mx-4 pb-3">
        <Chips<'all' | 'long' | 'short'>
          label={t('contract_pages.close_which')}
          choices={(['all', ...directions] as const).map((id) => ({
            id,
            label: `${t(`contract_pages.which_${id}`)} ${of(id).length}`,
          }))}
          value={which}
          onChange={setWhich}
        />
      </div>
      {/* What it comes to is said after fees and financing, as the list of what ended says it. */}
      <div className="pb-4">
        <KeyValue
          ruled
          lines={[
            {
              name: t('contract_pages.pnl_after_fees'),
              value: isKnown ? (
                <>
                  ≈ <Pnl units={sum(closings.map(({ resultUnits }) => resultUnits))} currency={currency} />
                </>
              ) : (
                '—'
              ),
              isStrong: true,
            },
            {
              name: t('contract_pages.returned'),
              value: isKnown
                ? `≈ ${amount(inMargin(sum(closings.map(({ returnedUnits }) => returnedUnits))))} ${currency}`
                : '—',
            },
          ]}
        />
      </div>
      <Button
        kind="primary"
        className="w-full"
        disabled={count === 0}
        isPending={call.isPending}
        onClick={() => void send()}
      >
        {t('contract_pages.close_all_do', { count })}
      </Button>
      <Button className="mt-2 w-full" onClick={onClose}>
        {t('contract_pages.keep_open')}
      </Button>
    </Sheet>
  )
}

/** What became of each: what it came to after fees and financing, or why it is still open. */
function OutcomesSheet({ outcomes, onClose }: { outcomes: Outcomes; onClose(): void }) {
  const { t } = useTexts()
  const closed = outcomes.filter(({ isClosed }) => isClosed)
  const currency = outcomes[0]?.position.marginCurrency ?? ''
  const results = closed.map(({ position }) => unitsOf(resultOf(position)))
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('contract_pages.closed_of', { closed: closed.length, total: outcomes.length })}
    >
      <div className="pt-2 pb-4">
        <KeyValue
          ruled
          lines={[
            ...outcomes.map(({ position, isClosed, refusal }) => ({
              name: (
                <>
                  {labelOf(position.symbol)} · {directionText(position, t)}
                  {position.closePrice && isClosed && (
                    <span className="block text-12 text-t3">
                      {grouped(position.entryPrice ?? '')} → {grouped(position.closePrice)}
                    </span>
                  )}
                </>
              ),
              value: isClosed ? (
                <Pnl units={unitsOf(resultOf(position))} currency={currency} />
              ) : (
                <span className="text-13 text-danger">
                  {t('contract_pages.still_open')}{' '}
                  {refusal && refusalText(refusal as RefusalCode, { symbol: labelOf(position.symbol) })}
                </span>
              ),
            })),
            closed.length > 0 && {
              name: t('contract_pages.pnl_after_fees'),
              value: <Pnl units={sum(results)} currency={currency} />,
              isStrong: true,
            },
          ]}
        />
      </div>
      <Button className="w-full" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Sheet>
  )
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

function Pnl({ units, currency }: { units: bigint; currency: string }) {
  const value = signedInMargin(units)
  return (
    <span className={changeColours[directionOf(value)]}>
      {signed(value)} {currency}
    </span>
  )
}
