import agreement from '#texts/agreements/copy/zh.json' with { type: 'json' }
import { AgreementPage } from './agreement.tsx'

/** The binding text in Chinese. */
export default function AgreementChinesePage() {
  return <AgreementPage agreement={agreement} language="zh" />
}
