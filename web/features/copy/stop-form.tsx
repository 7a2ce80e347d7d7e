import type { ReactNode } from 'react'
import { type StopMode, stopModes } from '#domain/copy/rules.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'

/** What becomes of the open copies, where there are any, and the two ways on: stopping, and going on as before. */
export function StopForm({
  openCopies,
  stopMode,
  onChoose,
  isPending,
  onStop,
  onClose,
  children,
}: {
  openCopies: number
  stopMode: StopMode | undefined
  onChoose(stopMode: StopMode): void
  isPending: boolean
  onStop(): void
  onClose(): void
  /** Between the choice and the buttons. */
  children?: ReactNode
}) {
  const { t } = useTexts()
  const needsChoice = openCopies > 0
  return (
    <>
      {needsChoice && (
        <RadioList<StopMode>
          label={t('copy_pages.stop_mode')}
          choices={stopModes.map((id) => ({
            id,
            label: t(`copy_pages.stop_${id}`, { count: openCopies }),
            note: t(`copy_pages.stop_${id}_why`),
          }))}
          value={stopMode}
          onChange={onChoose}
        />
      )}
      {children}
      <Button
        kind="primary"
        className="mt-4 w-full"
        disabled={needsChoice && stopMode === undefined}
        isPending={isPending}
        onClick={onStop}
      >
        {t('copy_pages.stop_now')}
      </Button>
      <Button className="mt-2 w-full" onClick={onClose}>
        {t('copy_pages.keep_copying')}
      </Button>
    </>
  )
}
