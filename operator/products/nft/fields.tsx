import { utcMinute } from '#domain/time.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { readMinute } from '../../format.ts'
import { t } from '../../texts.ts'
import { useFieldError } from '../../ui/field-errors.ts'
import { ParsedField } from '../../ui/proposal-form.tsx'

/** Fields that the forms of artworks share. */

/** A longer text. */
export const LongText = ({
  label,
  name,
  value,
  maxLength,
}: {
  label: string
  name: string
  value?: string | undefined
  maxLength: number
}) => (
  <TextArea
    label={label}
    name={name}
    required
    maxLength={maxLength}
    defaultValue={value}
    error={useFieldError(name)}
  />
)

/** A minute of UTC, typed as people write one and sent in milliseconds. @example '2026-01-31 12:00' */
export const Moment = ({ label, name, atMs }: { label: string; name: string; atMs?: number }) => (
  <ParsedField
    label={label}
    name={name}
    inputMode="text"
    value={atMs === undefined ? undefined : utcMinute(atMs)}
    read={readMinute}
    write={String}
    error={t('nft.moment_error')}
    hint={t('proposal.moment_hint')}
  />
)

/** What is filled in of a form: what may be left empty and is, is not sent. */
export const filled = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
