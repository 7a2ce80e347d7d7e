import { copySettings, type RelationView } from '#domain/copy/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { CallNotDone } from '#web/features/money/money-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'

/** Pauses a relation, so that it opens nothing, or goes on with it. */
export function PauseButton({ relation: { id, status } }: { relation: RelationView }) {
  const { t } = useTexts()
  const call = useApiMutation(copySettings)
  const next = status === 'paused' ? 'active' : 'paused'

  async function send(): Promise<void> {
    if (await call.send({ relationId: id, status: next })) toast(t(`copy_pages.now_${next}`))
  }
  return (
    <>
      <Button isPending={call.isPending} onClick={() => void send()}>
        {t(next === 'paused' ? 'copy_pages.pause' : 'copy_pages.resume')}
      </Button>
      {call.error && !call.isPending && (
        <CallNotDone
          error={call.error}
          title={t('copy_pages.not_changed')}
          onClose={call.reset}
          onRetry={() => void send()}
        />
      )}
    </>
  )
}
