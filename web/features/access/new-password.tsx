import { Check, Circle } from 'lucide-react'
import { passwordFault } from '#domain/user/password.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { keeps, passwordParts } from './password-rule.ts'

/** A new password typed twice, with its rule ticked off part by part. */
export function NewPassword({
  password,
  repeated,
  onPassword,
  onRepeated,
  error,
  repeatedError,
}: {
  password: string
  repeated: string
  onPassword(text: string): void
  onRepeated(text: string): void
  error: string | undefined
  repeatedError: string | undefined
}) {
  const { t } = useTexts()
  // Told only once the second one is as long as the first: not while it is still being typed.
  const differs = repeated.length >= password.length && repeated !== '' && repeated !== password
  const isTooCommon = passwordFault(password, password) === 'PASSWORD_TOO_COMMON'
  return (
    <div className="flex flex-col gap-3">
      <PasswordField
        label={t('access.new_password')}
        autoComplete="new-password"
        maxLength={128}
        value={password}
        error={isTooCommon ? refusalText('PASSWORD_TOO_COMMON') : error}
        onChange={(event) => onPassword(event.target.value)}
      />
      <PasswordRule password={password} />
      <PasswordField
        label={t('access.repeat_password')}
        autoComplete="new-password"
        maxLength={128}
        value={repeated}
        error={differs ? t('access.passwords_differ') : repeatedError}
        onChange={(event) => onRepeated(event.target.value)}
      />
    </div>
  )
}

function PasswordRule({ password }: { password: string }) {
  const { t } = useTexts()
  return (
    <ul aria-label={t('access.password_rule')} className="flex flex-wrap gap-x-4 gap-y-1.5 text-12">
      {passwordParts.map((part) => {
        const isKept = keeps(password, part)
        const Icon = isKept ? Check : Circle
        return (
          <li key={part} className={cx('flex items-center gap-1.5', isKept ? 'text-t1' : 'text-t3')}>
            <Icon aria-hidden size={isKept ? 14 : 8} strokeWidth={isKept ? 2.5 : 2} className="w-3.5" />
            {t(`access.rule_${part}`)}
            {isKept && <span className="sr-only"> {t('access.rule_kept')}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether both are alike and as the rule says. */
export const isNewPasswordReady = (password: string, repeated: string): boolean =>
  passwordFault(password, repeated) === undefined
