import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { checkPassword } from '#domain/user/password.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type FormMutation, fieldError } from './field-error.ts'
import { keeps, passwordParts } from './password-rule.ts'

/** A new password as a form keeps it: what is typed in both fields, and whether it may be sent. */
export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const isReady = checkPassword(password, repeated).ok
  return { password, repeated, setPassword, setRepeated, isReady }
}

/** A new password typed twice, with its rule ticked off part by part. */
export function NewPassword({
  typed,
  form,
}: {
  typed: ReturnType<typeof useNewPassword>
  form: FormMutation
}) {
  const { t } = useTexts()
  const { password, repeated } = typed
  // Told only once the second one is as long as the first: not while it is still being typed.
  const differs = repeated.length >= password.length && repeated !== '' && repeated !== password
  const check = checkPassword(password, password)
  const isTooCommon = !check.ok && check.code === 'PASSWORD_TOO_COMMON'
  return (
    <div className="flex flex-col gap-3">
      <PasswordField
        label={t('access.new_password')}
        autoComplete="new-password"
        maxLength={128}
        value={password}
        error={isTooCommon ? refusalText('PASSWORD_TOO_COMMON') : fieldError(form.error, 'password')}
        onChange={(event) => {
          typed.setPassword(event.target.value)
          form.reset()
        }}
      />
      <PasswordRule password={password} />
      <PasswordField
        label={t('access.repeat_password')}
        autoComplete="new-password"
        maxLength={128}
        value={repeated}
        error={differs ? t('access.passwords_differ') : fieldError(form.error, 'repeated')}
        onChange={(event) => typed.setRepeated(event.target.value)}
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
