import { consoleApplicant } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../app/session.ts'
import { t } from '../texts.ts'
import { Answered } from './states.tsx'

/** What somebody did who asks for something that operators review, for whoever decides it. */
export function Applicant({ id }: { id: string }) {
  return useMay(consoleApplicant) ? <Record id={id} /> : null
}

function Record({ id }: { id: string }) {
  const call = useApiQuery(consoleApplicant, { id })
  return (
    <section aria-label={t('customers.record')} className="pt-4">
      <h3 className="text-15">{t('customers.record')}</h3>
      <p className="pb-2 text-12 text-t3">{t('customers.record_text')}</p>
      <Answered call={call}>{({ lines }) => <KeyValue ruled lines={lines} />}</Answered>
    </section>
  )
}
