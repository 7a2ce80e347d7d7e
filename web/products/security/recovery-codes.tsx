import { copyText } from '#web/app/toast.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** The recovery codes, shown this once, to be kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useTexts()
  const text = `${codes.join('\n')}\n`
  return (
    <section className="flex flex-col gap-4" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className="text-20 font-semibold">
        {t('security_pages.recovery_codes')}
      </h2>
      <p className="text-15 text-t2">{t('security_pages.recovery_why')}</p>
      <ol className="figures grid grid-cols-2 gap-x-4 gap-y-2 rounded-8 bg-s1 p-4 text-15">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={() => void copyText(text, t)}>{t('security_pages.copy_codes')}</Button>
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'plumb-recovery-codes.txt')}
        >
          {t('security_pages.save_codes')}
        </Button>
      </div>
      <Button kind="primary" onClick={onDone}>
        {t('security_pages.codes_kept')}
      </Button>
    </section>
  )
}
