import { type LoanView, loanPdf } from '#domain/loan/contract.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { texts } from '#web/texts/texts.ts'
import { saveFile } from '#web/ui/save-file.ts'

/** Saves a loan's contract as a PDF in the app's language; says why where it does not come. */
export async function savePdf({ id, reference }: Pick<LoanView, 'id' | 'reference'>): Promise<void> {
  const end = beginBlocking()
  try {
    saveFile(await http.requestFile(loanPdf, { id }), `plumb-${reference}.pdf`)
  } catch (error) {
    toast(errorText(error) ?? texts()('common.fault_bad_answer'))
  } finally {
    end()
  }
}
