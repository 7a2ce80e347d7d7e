import { AppBar } from '#web/app/app-bar.tsx'
import { utcStamp } from '#web/features/time/utc.ts'
import { forgetTape, useKeptTape } from '#web/features/verify/kept.ts'
import { faultKey } from '#web/features/verify/tape-alarm.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** What this browser keeps of the price tape; and where it does not fit, both checkpoints as evidence. */
export default function TapePage() {
  const { t } = useTexts()
  const kept = useKeptTape()
  const { alarm, note } = kept
  const save = () =>
    saveFile(new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }), 'plumb-price-tape.json')
  return (
    <>
      <AppBar title={t('verify_pages.tape_title')} />
      <main className="gutter pb-8">
        <div className="flex items-start gap-4 pb-6">
          <div className="min-w-0 flex-1 pt-6">
            <h2 className={`text-28 font-semibold ${alarm ? 'text-danger' : ''}`}>
              {alarm ? t('verify_pages.broken') : t('verify_pages.tape_fits')}
            </h2>
            <p className="mt-2 text-15 text-t2">
              {alarm ? t(`verify.alarm_${faultKey[alarm.fault]}`) : t('verify_pages.tape_fits_why')}
            </p>
            {alarm && (
              <p className="mt-1 text-13 text-t3">
                {t('verify_pages.seen_at', { time: utcStamp(alarm.seenAtMs) })}
              </p>
            )}
          </div>
          <PlumbLine meaning={alarm ? 'broken' : note ? 'recorded' : 'empty'} length={112} />
        </div>
        {note && <Note title={t('verify_pages.kept_checkpoint')} text={note} />}
        {alarm?.note && <Note title={t('verify_pages.new_checkpoint')} text={alarm.note} />}
        {note && (
          <Button className="mt-4 w-full" onClick={save}>
            {t('verify_pages.save_checkpoints')}
          </Button>
        )}
        {alarm && (
          <>
            <p className="mt-6 border-t border-line pt-4 text-13 text-t2">{t('verify_pages.forget_why')}</p>
            <Button kind="quiet" className="mt-2 w-full" onClick={forgetTape}>
              {t('verify_pages.forget')}
            </Button>
          </>
        )}
      </main>
    </>
  )
}

const Note = ({ title, text }: { title: string; text: string }) => (
  <section className="border-t border-line py-4">
    <h3 className="text-13 text-t3">{title}</h3>
    {/* As it is signed: the same in every language. */}
    <p lang="en" className="mt-2 font-mono text-12 break-all whitespace-pre-wrap text-t1">
      {text.trim()}
    </p>
  </section>
)
