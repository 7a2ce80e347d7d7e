import { unusualChange } from '#domain/console/unusual.ts'
import { t } from '../texts.ts'
import { ParsedField } from './proposal-form.tsx'

/** A field for a number of something; `value` is what it is now. */
export const CountField = ({
  value,
  ...props
}: {
  label: string
  name: string
  value: number
  hint?: string
}) => (
  <ParsedField
    {...props}
    inputMode="numeric"
    value={String(value)}
    read={(text) => (/^\d{1,4}$/.test(text) ? text : undefined)}
    write={(count) => count}
    error={t('proposal.count_error')}
    unusualOf={(count) => unusualChange(BigInt(count), BigInt(value))}
  />
)
