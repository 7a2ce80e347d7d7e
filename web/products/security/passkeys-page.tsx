import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { ownerProof } from '#domain/user/owner-proof.ts'
import { passkeys, removePasskey } from '#domain/user/passkey.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { OwnerForm, useOwnerProof } from '#web/features/owner/owner-form.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddPasskey } from './add-passkey.tsx'

type Passkey = OutputOf<typeof passkeys>['items'][number]

/** The passkeys of the account: add one, remove one. */
export default function PasskeysPage() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const list = useApiQuery(passkeys, {})
  const factor = useApiQuery(secondFactor, {})
  const [removed, setRemoved] = useState<Passkey>()
  const failed = [list, factor].find(({ isError, data }) => isError && !data)
  const asksFactor = factor.data !== undefined && hasFactor(factor.data)

  async function changed(text: string): Promise<void> {
    toast(text)
    setRemoved(undefined)
    const paths = [passkeys.path, secondFactor.path, ownerProof.path]
    await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })))
  }

  return (
    <SettingsFrame>
      <AppBar title={t('profile.passkeys')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && (!list.data || !factor.data) && <SkeletonRows count={2} />}
        {list.data && factor.data && (
          <>
            <p className="pb-2 text-15 text-t2">{t('passkey_pages.why')}</p>
            {list.data.items.length === 0 && (
              <p className="py-4 text-13 text-t3">{t('passkey_pages.none')}</p>
            )}
            <ul>
              {list.data.items.map((one) => (
                <PasskeyRow key={one.id} passkey={one} onRemove={() => setRemoved(one)} />
              ))}
            </ul>
            <AddPasskey
              // The factor that confirmed one does not confirm the next.
              key={list.data.items.length}
              asksFactor={asksFactor}
              onAdded={() => changed(t('passkey_pages.added'))}
            />
          </>
        )}
        <Sheet
          isOpen={removed !== undefined}
          onClose={() => setRemoved(undefined)}
          title={t('passkey_pages.remove_title', { name: removed?.name ?? '' })}
          text={t('passkey_pages.remove_note')}
        >
          {removed && <Remove id={removed.id} onRemoved={() => changed(t('passkey_pages.removed'))} />}
        </Sheet>
      </main>
    </SettingsFrame>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const { t } = useTexts()
  const { name, addedAtMs, usedAtMs } = passkey
  return (
    <li className="hairline flex min-h-15 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-15 break-words">{name}</p>
        <p className="text-12 text-t2">{t('passkey_pages.added_on', { date: isoDate(addedAtMs) })}</p>
        {usedAtMs !== null && (
          <p className="text-12 text-t2">{t('passkey_pages.used_on', { date: isoDate(usedAtMs) })}</p>
        )}
      </div>
      <button
        type="button"
        onClick={onRemove}
        aria-label={t('passkey_pages.remove_of', { name })}
        className="target press text-13 font-semibold text-t1 underline decoration-line2 underline-offset-4"
      >
        {t('passkey_pages.remove')}
      </button>
    </li>
  )
}

/** Removes one, with the second factor, which can be the one that is removed. */
function Remove({ id, onRemoved }: { id: string; onRemoved(): Promise<void> }) {
  const { t } = useTexts()
  const remove = useApiMutation(removePasskey, { toastsRefusal: false })
  const proof = useOwnerProof(true)
  return (
    <div className="pt-2">
      <OwnerForm
        form={remove}
        proof={proof}
        action={t('passkey_pages.remove')}
        onSend={async () => {
          if (await remove.send({ id, ...proof.given })) await onRemoved()
        }}
      />
    </div>
  )
}
