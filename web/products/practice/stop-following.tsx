import { useState } from 'react'
import { type StopMode, stopModes } from '#domain/copy/rules.ts'
import { type PracticeFollowView, practiceUnfollow } from '#domain/practice/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
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
  const needsChoice = openCopies > 0

  async function send(): Promise<void> {
    // Without an open copy both come to the same; one that opens in this moment is not what was to be kept.
    if (!(await unfollow.send({ followId: id, stopMode: stopMode ?? 'close' }))) return
    toast(t('copy_pages.stopped'))
    onStopped()
    onClose()
  }

  return (
    <Sheet isOpen onClose={onClose} title={t('copy_pages.stop_title', { name })}>
      {needsChoice && (
        <RadioList<StopMode>
          label={t('copy_pages.stop_mode')}
          choices={stopModes.map((mode) => ({
            id: mode,
            label: t(`copy_pages.stop_${mode}`, { count: openCopies }),
            note: t(`copy_pages.stop_${mode}_why`),
          }))}
          value={stopMode}
          onChange={setStopMode}
        />
      )}
      <Button
        kind="primary"
        className="mt-4 w-full"
        disabled={needsChoice && stopMode === undefined}
        isPending={unfollow.isPending}
        onClick={() => void send()}
      >
        {t('copy_pages.stop_now')}
      </Button>
      <Button className="mt-2 w-full" onClick={onClose}>
        {t('copy_pages.keep_copying')}
      </Button>
    </Sheet>
  )
}
