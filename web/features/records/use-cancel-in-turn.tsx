import { type ReactNode, useState } from 'react'
import type { ArgumentsOf, Endpoint } from '#domain/endpoint.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { CallNotDone } from '#web/features/money/money-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'

/** Cancels orders of a list by a call that takes their id, each by itself; `refusal` is the sheet that says why one was not. */
export function useCancelInTurn<E extends Endpoint>(
  endpoint: { id: string } extends ArgumentsOf<E> ? E : never,
) {
  const { t } = useTexts()
  const cancel = useApiMutation(endpoint as E, { inTurn: true })
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<{ id: string; error: ApiError }>()

  async function run(id: string): Promise<void> {
    if (running.has(id)) return
    setFailed(undefined)
    setRunning((ids) => new Set([...ids, id]))
    const done = await cancel.send({ id } as ArgumentsOf<E>, (error) => setFailed({ id, error }))
    setRunning((ids) => new Set([...ids].filter((other) => other !== id)))
    if (done) toast(t('spot.cancelled'))
  }

  const refusal: ReactNode = failed && (
    <CallNotDone
      error={failed.error}
      title={t('spot.not_done')}
      onClose={() => setFailed(undefined)}
      onRetry={() => void run(failed.id)}
    />
  )
  return { run: (id: string) => void run(id), isRunning: (id: string) => running.has(id), refusal }
}
