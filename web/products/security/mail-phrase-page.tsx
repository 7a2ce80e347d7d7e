import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CLEARED_TEXT } from '#domain/fields.ts'
import { profile } from '#domain/user/contract.ts'
import { isPhrase, mailPhrase, PHRASE_LENGTH, setMailPhrase } from '#domain/user/mail-phrase.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The phrase at the head of one's mails: set it, change it, remove it. */
export default function MailPhrasePage() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const known = useApiQuery(mailPhrase, {})
  const factor = useApiQuery(secondFactor, {})
  const me = useApiQuery(profile, {})
  const [isRemoving, setRemoving] = useState(false)
  const all = [known, factor, me]
  const failed = all.find((query) => query.isError && !query.data)
  const isOn = factor.data !== undefined && hasFactor(factor.data)

  function done(text: string): void {
    setRemoving(false)
    toast(text)
    void queries.invalidateQueries({ queryKey: [mailPhrase.path] })
  }

  return (
    <SettingsFrame>
      <AppBar title={t('profile.mail_phrase')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        {failed && (
          <ErrorState
            error={failed.error}
            onRetry={() => {
              for (const query of all) void query.refetch()
            }}
          />
        )}
        {!failed && all.some((query) => query.isPending) && <SkeletonRows count={3} />}
        {known.data && factor.data && me.data && (
          <>
            <p className="pb-4 text-15 text-t2">{t('security_pages.phrase_why')}</p>
            {me.data.email === null && (
              <p className="pb-4 text-15 text-t1">{t('security_pages.phrase_no_email')}</p>
            )}
            {known.data.masked !== null && (
              <div className="-mx-4 pb-4">
                <ListRow
                  title={t('security_pages.phrase_current')}
                  value={<span className="text-15 font-normal text-t1">{known.data.masked}</span>}
                />
                <ListRow title={t('security_pages.phrase_remove')} onClick={() => setRemoving(true)} />
              </div>
            )}
            <SetPhrase isOn={isOn} onDone={() => done(t('security_pages.phrase_saved'))} />
          </>
        )}
        <Sheet
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          title={t('security_pages.phrase_remove')}
          text={t('security_pages.phrase_remove_note')}
        >
          {isRemoving && <RemovePhrase isOn={isOn} onDone={() => done(t('security_pages.phrase_removed'))} />}
        </Sheet>
      </main>
    </SettingsFrame>
  )
}

interface PartProps {
  /** Whether a second factor is asked for. */
  isOn: boolean
  onDone(): void
}

function SetPhrase({ isOn, onDone }: PartProps) {
  const { t } = useTexts()
  const [phrase, setPhrase] = useState('')
  const form = useApiMutation(setMailPhrase, { toastsRefusal: false })
  const proof = useOwnerProof(isOn)
  return (
    <OwnerForm
      form={form}
      proof={proof}
      action={t('security_pages.phrase_save')}
      isReady={isPhrase(phrase)}
      onSend={async () => {
        if (!(await form.send({ phrase, ...proof.given }))) return
        setPhrase('')
        proof.clear()
        onDone()
      }}
    >
      <Field
        label={t('security_pages.phrase_new')}
        hint={t('security_pages.phrase_rule')}
        autoComplete="off"
        maxLength={PHRASE_LENGTH.maximum}
        value={phrase}
        onChange={(event) => {
          setPhrase(event.target.value)
          form.reset()
        }}
      />
    </OwnerForm>
  )
}

function RemovePhrase({ isOn, onDone }: PartProps) {
  const { t } = useTexts()
  const form = useApiMutation(setMailPhrase, { toastsRefusal: false })
  const proof = useOwnerProof(isOn)
  return (
    <div className="pt-2">
      <OwnerForm
        form={form}
        proof={proof}
        action={t('security_pages.phrase_remove')}
        onSend={async () => {
          if (await form.send({ phrase: CLEARED_TEXT, ...proof.given })) onDone()
        }}
      />
    </div>
  )
}
