import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'

/** A code of the authenticator app, or a recovery code: one field for both. */
export function FactorCodeField({
  value,
  error,
  onChange,
  isFirst = false,
}: {
  value: string
  error: string | undefined
  onChange(typed: string): void
  /** Where it is all that is asked for, it is ready to be typed into. */
  isFirst?: boolean
}) {
  const { t } = useTexts()
  return (
    <Field
      label={t('access.factor_code')}
      hint={t('access.factor_code_note')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={isFirst}
      maxLength={20}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
