import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { MadeKey } from './add-key.tsx'
import { CopyLine } from './copy-line.tsx'

/** A new key with its secret, which is shown this once. */
export function NewSecret({ made, onDone }: { made: MadeKey; onDone(): void }) {
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-3 pt-3">
      <CopyLine label={t('apikey_pages.key')} text={made.key.key} copy={t('apikey_pages.copy_key')} />
      <CopyLine label={t('apikey_pages.secret')} text={made.secret} copy={t('apikey_pages.copy_secret')} />
      <Button className="w-full" onClick={onDone}>
        {t('apikey_pages.stored')}
      </Button>
    </div>
  )
}
