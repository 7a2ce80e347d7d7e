import { type ReactNode, useState } from 'react'
import type { ArgumentsOf, Endpoint } from '#domain/endpoint.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../texts.ts'
import { refusedField } from './field-errors.ts'
import { Refused } from './states.tsx'

interface DecisionChoice {
  readonly label: string
  /** The one that moves things forward. */
  readonly isPrimary?: boolean
  readonly isPending: boolean
  readonly error: unknown
  /** Why it cannot be done yet. */
  readonly blocked?: string | undefined
  /** The field that its refusal is about, where the page has one for it. */
  readonly refused?: { readonly name: string; readonly text: string } | undefined
  /** Whether it was done. */
  act(reason: string): Promise<boolean>
}

/** One of the choices of a `Decision`: a call that takes a reason, with all that is sent but the reason. */
export function useDecisionChoice<E extends Endpoint>(
  endpoint: E,
  choice: {
    label: string
    isPrimary?: boolean
    blocked?: string | undefined
    input: Omit<ArgumentsOf<E>, 'reason'>
    /** What is said once it is done. */
    done: string
    /** What else happens then. */
    onDone?(): void
  },
): DecisionChoice {
  const { send, isPending, error } = useApiMutation(endpoint)
  const { input, done, onDone, ...rest } = choice
  async function act(reason: string) {
    if (!(await send({ ...input, reason } as ArgumentsOf<E>))) return false
    toast(done)
    onDone?.()
    return true
  }
  return { ...rest, isPending, error, refused: refusedField(endpoint, error), act }
}

/** A reason, and what can be done for it. Nothing is done without one. */
export function Decision({
  note,
  choices,
  fields = [],
}: {
  note?: ReactNode
  choices: readonly DecisionChoice[]
  /** The fields beside it that say themselves what is wrong with them. */
  fields?: readonly string[]
}) {
  const [reason, setReason] = useState('')
  const isPending = choices.some((choice) => choice.isPending)
  const failed = choices.find((choice) => choice.error)
  const atReason = failed?.refused?.name === 'reason' ? failed.refused.text : undefined
  // A reason is for one decision: a second press would take the next choice, which moves to where the first one was.
  async function decide(choice: DecisionChoice) {
    if (await choice.act(reason.trim())) setReason('')
  }
  const isElsewhere = failed?.refused && (atReason || fields.includes(failed.refused.name))
  return (
    <>
      <TextArea
        label={t('common.reason')}
        value={reason}
        error={atReason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refused error={isElsewhere ? undefined : failed?.error} />
      {note && <p className="text-12 text-t3">{note}</p>}
      <div className="flex gap-3">
        {choices.map((choice) => (
          <Button
            key={choice.label}
            kind={choice.isPrimary ? 'primary' : 'plain'}
            size="small"
            className={cx('flex-1 px-2 text-13', choices.length > 1 && 'whitespace-nowrap')}
            isPending={choice.isPending}
            disabled={reason.trim() === '' || isPending || choice.blocked !== undefined}
            title={choice.blocked ?? (reason.trim() === '' ? t('common.reason_needed') : undefined)}
            onClick={() => void decide(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    </>
  )
}
