import { useState } from 'react'
import type { StopMode } from '#domain/copy/rules.ts'
import { type PracticeFollowView, practiceUnfollow } from '#domain/practice/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { StopForm } from '#web/features/copy/stop-form.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Sheet } from '#web/ui/sheet.tsx'

/** Ends following in practice, after it was chosen what becomes of its open copies. */
export function StopFollowing({
  follow: { id, openCopies },
  name,
  onClose,
  onStopped,
}: {
  follow: PracticeFollowView
  name: string
  onClose(): void
  onStopped(): void
}) {
  const { t } = useTexts()
  const [stopMode, setStopMode] = useState<StopMode>()
  const unfollow = useApiMutation(practiceUnfollow, { toastsRefusal: true })

  async function send(): Promise<void> {
    // Without an open copy both come to the same; one that opens in this moment is not what was to be kept.
    if (!(await unfollow.send({ followId: id, stopMode: stopMode ?? 'close' }))) return
    toast(t('copy_pages.stopped'))
    onStopped()
    onClose()
  }

  return (
    <Sheet isOpen onClose={onClose} title={t('copy_pages.stop_title', { name })}>
      <StopForm
        openCopies={openCopies}
        stopMode={stopMode}
        onChoose={setStopMode}
        isPending={unfollow.isPending}
        onStop={() => void send()}
        onClose={onClose}
      />
    </Sheet>
  )
}
