import { type ReactNode, useState } from 'react'
import { spotCancel } from '#domain/spot/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'

/** Cancels open orders one by one; `refusal` is the sheet that says why one was not. */
export function useCancelOrder() {
  const { t } = useTexts()
  const cancel = useApiMutation(spotCancel)
  const [target, setTarget] = useState<string>()

  async function send(id: string): Promise<void> {
    setTarget(id)
    const done = await cancel.send({ id })
    if (done) toast(t('spot.cancelled'))
  }

  const refusal: ReactNode = cancel.error && (
    <NotDoneSheet
      error={cancel.error}
      title={t('spot.not_done')}
      lead=""
      onClose={cancel.reset}
      onRetry={cancel.error.isTransport && target ? () => void send(target) : undefined}
    />
  )
  return {
    run: (id: string) => void send(id),
    isRunning: (id: string) => cancel.isPending && target === id,
    refusal,
  }
}
