import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { t } from '../texts.ts'
import { Refused } from './states.tsx'
import { TextArea } from './text-area.tsx'

interface Choice {
  readonly label: string
  /** The one that moves things forward. */
  readonly isPrimary?: boolean
  readonly isPending: boolean
  readonly error: unknown
  act(reason: string): Promise<unknown>
}

/** A reason, and what can be done for it. Nothing is done without one. */
export function Decision({ note, choices }: { note?: ReactNode; choices: readonly Choice[] }) {
  const [reason, setReason] = useState('')
  const isPending = choices.some((choice) => choice.isPending)
  const error = choices.map((choice) => choice.error).find(Boolean)
  return (
    <>
      <TextArea
        label={t('common.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refused error={error} />
      {note && <p className="text-12 text-t3">{note}</p>}
      <div className="flex gap-3">
        {choices.map((choice) => (
          <Button
            key={choice.label}
            kind={choice.isPrimary ? 'primary' : 'plain'}
            size="small"
            className="flex-1 px-2 text-13 whitespace-nowrap"
            isPending={choice.isPending}
            disabled={reason.trim() === '' || isPending}
            title={reason.trim() === '' ? t('common.reason_needed') : undefined}
            onClick={() => void choice.act(reason.trim())}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    </>
  )
}
