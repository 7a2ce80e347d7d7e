import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#web/app/api-error.ts'
import { useConnection } from '#web/app/connection.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, type ButtonKind } from '#web/ui/button.tsx'
import { KeyValue, type KeyValueLine, type KeyValueLines } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** What a confirmation says, before and after a failure. */
export interface Confirmation {
  readonly title: string
  readonly text?: string
  /** The exact figures of what will happen. */
  readonly lines: KeyValueLines
  /** What the button does, with the amount. */
  readonly action: string
  readonly kind?: ButtonKind
  /** Small print under the button. */
  readonly note?: string
  /** The words of a second button that closes the sheet. */
  readonly cancel?: string
  /** What did not happen, as a title: "Not transferred". */
  readonly notDone: string
  /** Figures that are true all the same: "Still available". */
  readonly still?: readonly KeyValueLine[]
}

interface MoneySheetProps extends Confirmation {
  isOpen: boolean
  onClose(): void
  onConfirm(): void
  isPending: boolean
  disabled?: boolean
  error: ApiError | null
  /** Whether trying again can help after a refusal, not only after a failure on the way. */
  retriesRefusals?: boolean
  /** Confirming again after a lost answer sends the very same: then that is done by itself once the server is back. */
  asksAgain?: boolean
  /** Stands over the button. */
  children?: ReactNode
}

/** How long after a lost answer it is asked for again, while the connection is up. */
const ASK_AGAIN_MS = 3_000

/**
 * Confirms something that moves money, with its exact figures. When it fails, the same sheet says first
 * what did not happen and stays until it is closed; trying again cannot do it twice.
 */
export function MoneySheet(props: MoneySheetProps) {
  const { isOpen, onClose, title, text, lines, action, kind = 'primary', note, cancel } = props
  const { onConfirm, isPending, disabled, error, retriesRefusals = true, asksAgain = false } = props
  const lost = useLostAnswer(props)
  useAskAgain(asksAgain && !isPending && error?.isOutcomeUnknown === true, onConfirm)
  const shown = isPending ? lost : error
  if (shown) {
    return (
      <NotDoneSheet
        error={shown}
        title={props.notDone}
        still={props.still}
        onRetry={retriesRefusals || shown.isTransport ? onConfirm : undefined}
        onClose={onClose}
        isPending={isPending}
      />
    )
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} text={text}>
      <div className="pt-3 pb-4">
        <KeyValue ruled lines={lines} />
        {props.children}
      </div>
      <Button kind={kind} className="w-full" onClick={onConfirm} isPending={isPending} disabled={disabled}>
        {action}
      </Button>
      {cancel && (
        <Button className="mt-2 w-full" onClick={onClose}>
          {cancel}
        </Button>
      )}
      {note && <p className="pt-3 text-center text-12 text-t3">{note}</p>}
    </Sheet>
  )
}

/** The lost answer that is being asked for again: its sheet stays meanwhile. */
function useLostAnswer({ error, isPending }: Pick<MoneySheetProps, 'error' | 'isPending'>) {
  const last = useRef<ApiError>(undefined)
  if (!isPending) last.current = error?.isOutcomeUnknown ? error : undefined
  return last.current
}

/** Asks again while the live connection is up, until something is known. */
function useAskAgain(isLost: boolean, ask: () => void): void {
  const isUp = useConnection(({ isOnline, lostAtMs }) => isOnline && lostAtMs === undefined)
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!isLost || !isUp) return
    const timer = setTimeout(() => latest.current(), ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isLost, isUp])
}

/** A money call that did not do it: what did not happen first, then why. Stays until it is closed. */
export function NotDoneSheet({
  error,
  title,
  lead,
  still = [],
  onRetry,
  onClose,
  isPending = false,
}: {
  error: ApiError
  title: string
  /** What is said first of a refusal; by default that nothing left the account. */
  lead?: string
  still?: readonly KeyValueLine[] | undefined
  /** Left out where trying again cannot help. */
  onRetry?: (() => void) | undefined
  onClose(): void
  isPending?: boolean
}) {
  const { t } = useTexts()
  const [checkedAtMs] = useState(() => Date.now())
  const isUnknown = error.isOutcomeUnknown
  const first = isUnknown ? t('money.outcome_unknown_why') : (lead ?? t('money.nothing_moved'))
  return (
    <Sheet
      isOpen
      isRefusal
      onClose={onClose}
      title={isUnknown ? t('money.outcome_unknown') : title}
      text={`${first} ${error.message}`.trim()}
    >
      <div className="pt-3 pb-4">
        <KeyValue
          ruled
          lines={[...(isUnknown ? [] : still), { name: t('money.checked'), value: zonedStamp(checkedAtMs) }]}
        />
      </div>
      {onRetry && (
        <>
          <Button kind="primary" className="w-full" onClick={onRetry} isPending={isPending}>
            {t('common.try_again')}
          </Button>
          <p className="py-3 text-center text-12 text-t3">{t('money.not_twice')}</p>
        </>
      )}
      <Button className="w-full" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Sheet>
  )
}

/** The same of a call that moves no money by itself: why it was not done, and again where it failed on the way. */
export const CallNotDone = ({
  error,
  title,
  onRetry,
  onClose,
}: {
  error: ApiError
  title: string
  onRetry(): void
  onClose(): void
}) => (
  <NotDoneSheet
    error={error}
    title={title}
    lead=""
    onClose={onClose}
    onRetry={error.isTransport ? onRetry : undefined}
  />
)
