import { statementPdf } from '#domain/statement/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** The statement of this year or the last as PDF, with its summary by product. */
export function YearPdf() {
  const { t } = useTexts()
  const thisYear = new Date().getUTCFullYear()

  async function save(year: number): Promise<void> {
    const end = beginBlocking()
    try {
      const period = { fromMs: String(Date.UTC(year, 0)), toMs: String(Date.UTC(year + 1, 0)) }
      saveFile(await http.requestFile(statementPdf, period), `plumb-statement-${year}.pdf`)
    } catch (error) {
      toast(errorText(error) ?? t('common.fault_bad_answer'))
    } finally {
      end()
    }
  }

  return (
    <section aria-labelledby="pdf" className="flex flex-col gap-3 border-t border-line pt-6">
      <h2 id="pdf" className="text-17 font-semibold">
        {t('privacy_pages.pdf')}
      </h2>
      <p className="text-15 text-t2">{t('privacy_pages.pdf_why')}</p>
      <div className="flex flex-wrap gap-3">
        {[thisYear, thisYear - 1].map((year) => (
          <Button key={year} className="flex-1" onClick={() => void save(year)}>
            {t('privacy_pages.pdf_year', { year: String(year) })}
          </Button>
        ))}
      </div>
    </section>
  )
}
