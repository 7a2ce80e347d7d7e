import { Download } from 'lucide-react'
import type { ArgumentsOf, Endpoint } from '#domain/endpoint.ts'
import { http } from '#web/app/api.ts'
import { errorText } from '#web/app/api-error.ts'
import { beginBlocking } from '#web/app/overlay.ts'
import { toast } from '#web/app/toast.ts'
import { isoDate } from '#web/format/time.ts'
import { texts, useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Asks for a CSV file and saves it under that name and today's date; says why where it does not come. */
export async function downloadCsv<E extends Endpoint>(
  endpoint: E,
  input: ArgumentsOf<E>,
  name: string,
): Promise<void> {
  const end = beginBlocking()
  try {
    saveFile(await http.requestFile(endpoint, input), `plumb-${name}-${isoDate(Date.now())}.csv`)
  } catch (error) {
    toast(errorText(error) ?? texts()('common.fault_bad_answer'))
  } finally {
    end()
  }
}

/** Saves what a list shows as a CSV file. */
export function CsvButton<E extends Endpoint>({
  endpoint,
  input,
  name,
  label,
}: {
  endpoint: E
  input: ArgumentsOf<E>
  name: string
  label?: string
}) {
  const { t } = useTexts()
  return (
    <IconButton
      icon={Download}
      label={label ?? t('spot.csv')}
      onClick={() => void downloadCsv(endpoint, input, name)}
    />
  )
}
