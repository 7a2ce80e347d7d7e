import { useState } from 'react'
import type { ApiError } from '#web/app/api-error.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue, type KeyValueLine } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

interface MoneySheetProps {
  isOpen: boolean
  onClose(): void
  title: string
  /** The exact figures of what will happen. */
  lines: readonly KeyValueLine[]
  /** What the button does, with the amount. */
  action: string
  /** Small print under the button. */
  note?: string
  onConfirm(): void
  isPending: boolean
  error: ApiError | null
  /** What did not happen, as a title: "Not moved". */
  notDone: string
  /** Figures that are true all the same: "Still available". */
  still?: readonly KeyValueLine[]
}

/**
 * Confirms something that moves money, with its exact figures. When it fails, the same sheet says first
 * what did not happen and stays until it is closed; trying again cannot do it twice.
 */
export function MoneySheet(props: MoneySheetProps) {
  const { isOpen, onClose, title, lines, action, note, onConfirm, isPending, error } = props
  if (error && !isPending) return <NotDone {...props} error={error} />
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      <div className="pt-3 pb-4">
        <KeyValue ruled lines={lines} />
      </div>
      <Button kind="primary" className="w-full" onClick={onConfirm} isPending={isPending}>
        {action}
      </Button>
      {note && <p className="pt-3 text-center text-12 text-t3">{note}</p>}
    </Sheet>
  )
}

function NotDone({
  isOpen,
  onClose,
  onConfirm,
  error,
  notDone,
  still = [],
}: MoneySheetProps & { error: ApiError }) {
  const { t } = useTexts()
  const [checkedAtMs] = useState(() => Date.now())
  const title = error.isOutcomeUnknown ? t('money.outcome_unknown') : notDone
  const first = t(error.isOutcomeUnknown ? 'money.outcome_unknown_why' : 'money.nothing_moved')
  const lines = [
    ...(error.isOutcomeUnknown ? [] : still),
    { name: t('money.checked'), value: dateTime(checkedAtMs) },
  ]
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} text={`${first} ${error.message}`} isRefusal>
      <div className="pt-3 pb-4">
        <KeyValue ruled lines={lines} />
      </div>
      <Button kind="primary" className="w-full" onClick={onConfirm}>
        {t('common.try_again')}
      </Button>
      <p className="py-3 text-center text-12 text-t3">{t('money.not_twice')}</p>
      <Button className="w-full" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Sheet>
  )
}
