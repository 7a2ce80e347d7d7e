import { type FormEvent, useState } from 'react'
import { consoleLogin } from '#domain/console/contract.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/code-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { beginSession, useSession } from '../app/session.ts'
import { t } from '../texts.ts'
import { Refused } from '../ui/states.tsx'
import { SetUp } from './set-up.tsx'

/** Email, password and the six digits: nobody gets in with less. */
export function SignIn() {
  const [isSettingUp, setIsSettingUp] = useState(false)
  return (
    <main className="mx-auto flex min-h-dvh max-w-80 flex-col justify-center px-4 py-12">
      <p className="flex items-center gap-2.5 text-17 font-semibold">
        <Bob size={22} />
        {t('shell.name')}
        <span className="rounded-4 bg-s2 px-1.5 py-0.5 text-11 font-normal text-t2">
          {t('shell.console')}
        </span>
      </p>
      {isSettingUp ? (
        <SetUp onDone={() => setIsSettingUp(false)} />
      ) : (
        <PasswordSignIn onSetUp={() => setIsSettingUp(true)} />
      )}
    </main>
  )
}

function PasswordSignIn({ onSetUp }: { onSetUp(): void }) {
  const login = useApiMutation(consoleLogin)
  const hasExpired = useSession((session) => session.hasExpired)
  const [code, setCode] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const answer = await login.send({
      email: String(form.get('email')),
      password: String(form.get('password')),
      code,
    })
    if (answer) beginSession(answer.token, answer.operator)
    else setCode('')
  }

  return (
    <>
      <h1 className="mt-8 text-20">{t('access.title')}</h1>
      {hasExpired && <p className="mt-1 text-13 text-t2">{t('access.ended')}</p>}
      <form onSubmit={submit} className="mt-5 flex flex-col gap-4">
        <Field
          label={t('access.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <Field
          label={t('access.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <CodeInput label={t('access.code')} value={code} onChange={setCode} />
        <Refused error={login.error} />
        <Button type="submit" kind="primary" isPending={login.isPending} disabled={code.length < 6}>
          {t('access.submit')}
        </Button>
      </form>
      <Button kind="quiet" className="mt-3 w-full" onClick={onSetUp}>
        {t('operator.setup_link')}
      </Button>
      <p className="mt-6 text-12 text-t3">{t('access.note')}</p>
    </>
  )
}
