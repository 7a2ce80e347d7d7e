import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Below a check: saves its file, and runs it again, from the original where it was altered. */
export function CheckBar({
  file,
  name,
  isAltered,
  onAgain,
}: {
  file: object
  /** What the saved file is called, without its ending. */
  name: string
  isAltered: boolean
  onAgain(): void
}) {
  const { t } = useTexts()
  const save = () => saveFile(new Blob([JSON.stringify(file)], { type: 'application/json' }), `${name}.json`)
  return (
    <BottomBar>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={save}>{t('verify_pages.save')}</Button>
        <Button kind="primary" onClick={onAgain}>
          {isAltered ? t('verify_pages.restore') : t('verify_pages.again')}
        </Button>
      </div>
    </BottomBar>
  )
}
