import { useState } from 'react'
import { type StopMode, stopModes } from '#domain/copy/rules.ts'
import { type PracticeFollowView, practiceUnfollow } from '#domain/practice/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { StopForm } from '#web/features/copy/stop-form.tsx'
import { practise, usePractising } from '#web/features/practice/practice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
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
  /** How many were to be closed and could not be. */
  const [left, setLeft] = useState(0)
  const unfollow = useApiMutation(practiceUnfollow, { toastsRefusal: true })

  async function send(): Promise<void> {
    // Without an open copy both come to the same; one that opens in this moment is not what was to be kept.
    const mode = stopMode ?? 'close'
    const ended = await unfollow.send({ followId: id, stopMode: mode })
    if (!ended) return
    onStopped()
    if (mode === 'close' && ended.openCopies > 0) return setLeft(ended.openCopies)
    toast(t('copy_pages.stopped'))
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={left > 0 ? t('copy_pages.stopped') : t('copy_pages.stop_title', { name })}
    >
      {left > 0 ? (
        <NotClosed count={left} />
      ) : (
        <StopForm
          openCopies={openCopies}
          stopMode={stopMode}
          onChoose={setStopMode}
          isPending={unfollow.isPending}
          onStop={() => void send()}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

/** What becomes of the copies that are still open of what has ended: closed, or kept. */
export function OpenCopies({
  follow: { id, openCopies },
  onClose,
  onChanged,
}: {
  follow: PracticeFollowView
  onClose(): void
  onChanged(): void
}) {
  const { t } = useTexts()
  const [left, setLeft] = useState(0)
  const unfollow = useApiMutation(practiceUnfollow, { toastsRefusal: true })

  async function send(stopMode: StopMode): Promise<void> {
    const ended = await unfollow.send({ followId: id, stopMode })
    if (!ended) return
    if (stopMode === 'close' && ended.openCopies > 0) setLeft(ended.openCopies)
    else {
      toast(t(stopMode === 'close' ? 'practice_pages.follow_closed' : 'practice_pages.follow_kept'))
      onClose()
    }
    onChanged()
  }

  return (
    <Sheet isOpen onClose={onClose} title={t('practice_pages.follow_open')}>
      {left > 0 ? (
        <NotClosed count={left} />
      ) : (
        stopModes.map((mode) => (
          <div key={mode} className="pt-3">
            <Button
              className="w-full"
              disabled={unfollow.isPending || openCopies === 0}
              onClick={() => void send(mode)}
            >
              {t(`copy_pages.stop_${mode}`, { count: openCopies })}
            </Button>
            <p className="pt-1 text-12 text-t2">{t(`copy_pages.stop_${mode}_why`)}</p>
          </div>
        ))
      )}
    </Sheet>
  )
}

const POSITIONS = 'pages/transaction/contract_order'

/** Copies that stay open, and the way to them; where practice is over, it begins again. */
function NotClosed({ count }: { count: number }) {
  const { t } = useTexts()
  const isPractising = usePractising()
  const words = t('practice_pages.follow_positions')
  return (
    <>
      <p role="status" className="pt-2 text-15">
        {t('practice_pages.follow_not_closed', { count })}
      </p>
      {isPractising ? (
        <ButtonLink className="mt-4 w-full" to={toPage(POSITIONS)}>
          {words}
        </ButtonLink>
      ) : (
        <Button className="mt-4 w-full" onClick={() => practise(true, POSITIONS)}>
          {words}
        </Button>
      )}
    </>
  )
}
