import agreement from '#texts/agreements/copy/en.json' with { type: 'json' }
import { AgreementPage } from './agreement.tsx'

/** The binding text in English. */
export default function AgreementEnglishPage() {
  return <AgreementPage agreement={agreement} language="en" />
}
