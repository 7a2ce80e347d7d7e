import { type ReactNode, useState } from 'react'
import type { ArgumentsOf, Endpoint, OutputOf } from '#domain/endpoint.ts'
import { trimZeros } from '#domain/money/amount.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiMutation } from '#web/app/use-api.ts'
import { isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { decimalsOf } from './decimals.ts'
import { type Confirmation, MoneySheet } from './money-sheet.tsx'

interface AmountProps {
  readonly value: string
  readonly currency: string
  /** What there is of it, and the most that can be taken; `undefined` while unknown, left out where it is no limit. */
  readonly balance?: { readonly available: string | undefined; readonly maximum: string | undefined }
  readonly error?: string | undefined
  readonly hint?: string
  onChange(value: string): void
}

interface MoneyFormProps<E extends Endpoint> {
  endpoint: E
  /** What is sent as the form stands; `undefined` while it cannot be. */
  input: ArgumentsOf<E> | undefined
  amount: AmountProps
  /** Stands over the amount. */
  above?: ReactNode
  /** Stands under the amount: what would happen, further fields. */
  children?: ReactNode
  /** What the button does, with the amount, or why it cannot be pressed. */
  action: string
  note?: string
  /** Keeps the button at the lower edge of the screen. */
  isFixed?: boolean
  /** Shows what is missing; without it the button cannot be pressed while anything is. */
  onIncomplete?(): void
  confirmation: Confirmation
  /** The exact figures are looked at, or no longer. */
  onLook?(isLooking: boolean): void
  /** What was looked at holds no longer: in these words the button shows the figures as they are now, and sends nothing. */
  renewal?: string | undefined
  /** What was looked at is on its way, or no longer. While its outcome is unknown it still is, until that is closed. */
  onPending?(isPending: boolean): void
  onDone(output: OutputOf<E>): void
}

/**
 * A form that moves money: an amount within what there is, what it would do, and one more look at the exact
 * figures before it is sent. What was looked at is what is sent, whatever changes behind the sheet.
 */
export function MoneyForm<E extends Endpoint>(props: MoneyFormProps<E>) {
  const { endpoint, input, amount, above, children, action, note, isFixed, onIncomplete, confirmation } =
    props
  const { renewal, onPending } = props
  const call = useApiMutation(endpoint)
  const [seen, setSeen] = useState<{ input: ArgumentsOf<E>; confirmation: Confirmation }>()

  function look(): void {
    call.reset()
    show(input && { input, confirmation })
  }

  function show(next: typeof seen): void {
    setSeen(next)
    props.onLook?.(next !== undefined)
  }

  // Once something was sent, it is that which is asked about again.
  const isOver = renewal !== undefined && !call.isPending && !call.error
  async function confirm(): Promise<void> {
    const wasRefused = call.error !== null && !call.error.isOutcomeUnknown
    // What was refused and is no longer what the form says is looked at anew.
    if (!seen || (wasRefused && JSON.stringify(seen.input) !== JSON.stringify(input))) return look()
    if (isOver) return look()
    onPending?.(true)
    let isKnown = false
    const output = await call.send(seen.input, (error) => {
      isKnown = !error.isOutcomeUnknown
    })
    if (output || isKnown) onPending?.(false)
    if (!output) return
    show(undefined)
    props.onDone(output)
  }

  function close(): void {
    show(undefined)
    onPending?.(false)
  }

  const button = (
    <>
      <Button type="submit" kind="primary" className="w-full" disabled={!input && !onIncomplete}>
        {action}
      </Button>
      {note && <p className="pt-2 text-center text-12 text-t3">{note}</p>}
    </>
  )
  return (
    // What is wrong is said under each field, in the app's language, and not by the browser.
    <form
      noValidate
      className={`flex flex-col gap-5 gutter ${isFixed ? 'pb-40' : 'pb-8'}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (input) look()
        else onIncomplete?.()
      }}
    >
      {above}
      <AmountField {...amount} />
      {children}
      {isFixed ? <BottomBar>{button}</BottomBar> : <div>{button}</div>}
      {seen && (
        <MoneySheet
          {...seen.confirmation}
          // What is still there is known anew after a failure, and the small print counts down.
          still={confirmation.still ?? []}
          {...(confirmation.note !== undefined && { note: confirmation.note })}
          isOpen
          onClose={close}
          onConfirm={() => void confirm()}
          {...(isOver && { action: renewal, disabled: !input })}
          isPending={call.isPending}
          error={call.error}
          asksAgain
        />
      )}
    </form>
  )
}

/** An amount, with what there is of it and a button that takes the most. */
export function AmountField({ value, currency, balance, error, hint, onChange }: AmountProps) {
  const { t } = useTexts()
  const { available, maximum } = balance ?? {}
  return (
    <div>
      <DecimalField
        label={t('money.amount')}
        value={value}
        onChange={onChange}
        decimals={decimalsOf(currency)}
        unit={currency}
        error={error}
        hint={hint}
      />
      {balance && (
        <div className="flex items-center justify-between gap-3 pt-1 text-13 text-t2">
          <span>
            {t('money.available')} {available ? <Amount value={available} currency={currency} /> : '—'}
          </span>
          <button
            type="button"
            disabled={!maximum || isZero(maximum)}
            onClick={() => maximum && onChange(trimZeros(maximum))}
            className="target press font-semibold text-t1 disabled:text-t3"
          >
            {t('money.max')}
          </button>
        </div>
      )}
    </div>
  )
}
