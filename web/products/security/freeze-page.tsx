import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessions } from '#domain/user/contract.ts'
import { accountFreeze, freezeAccount } from '#domain/user/freeze.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Unfreeze } from './unfreeze.tsx'

const effects = ['sessions', 'blocked', 'stays', 'sign_in', 'end'] as const

/** Freeze the account, asked once how that ends; end that with the password, a code and the second factor. */
export default function FreezePage() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const state = useApiQuery(accountFreeze, {})
  const freeze = useApiMutation(freezeAccount)
  const [isAsking, setAsking] = useState(false)

  async function reload(text: string): Promise<void> {
    toast(text)
    await queries.invalidateQueries({ queryKey: [accountFreeze.path] })
    await queries.invalidateQueries({ queryKey: [sessions.path] })
  }

  async function freezeNow(): Promise<void> {
    if (!(await freeze.send({}))) return
    setAsking(false)
    await reload(t('security_pages.freeze_done'))
  }

  return (
    <SettingsFrame>
      <AppBar title={t('profile.freeze')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        {state.isError && !state.data && (
          <ErrorState error={state.error} onRetry={() => void state.refetch()} />
        )}
        {state.isPending && <SkeletonRows count={3} />}
        {state.data?.frozenSinceMs === null && (
          <>
            <p className="pb-4 text-15 text-t1">{t('security_pages.freeze_why')}</p>
            <ul className="flex list-disc flex-col gap-2 pb-6 pl-5 text-15 text-t2">
              {effects.map((effect) => (
                <li key={effect}>{t(`security_pages.freeze_${effect}`)}</li>
              ))}
            </ul>
            <Button kind="primary" className="w-full" onClick={() => setAsking(true)}>
              {t('profile.freeze')}
            </Button>
            <Sheet
              isOpen={isAsking}
              onClose={() => setAsking(false)}
              title={t('security_pages.freeze_sure')}
              text={t('security_pages.freeze_end')}
            >
              <Button
                kind="primary"
                className="w-full"
                isPending={freeze.isPending}
                onClick={() => void freezeNow()}
              >
                {t('profile.freeze')}
              </Button>
              <Button className="mt-2 w-full" onClick={() => setAsking(false)}>
                {t('security_pages.freeze_not')}
              </Button>
            </Sheet>
          </>
        )}
        {state.data && state.data.frozenSinceMs !== null && (
          <>
            <p className="text-17 font-semibold text-t1">{t('security_pages.is_frozen')}</p>
            <p className="pb-4 text-13 text-t2">
              {t('security_pages.frozen_since', { time: dateTime(state.data.frozenSinceMs) })}
            </p>
            <p className="pb-4 text-15 text-t2">{t('security_pages.unfreeze_note')}</p>
            <Unfreeze
              takesCode={state.data.takesCode}
              onDone={() => void reload(t('security_pages.unfreeze_done'))}
            />
          </>
        )}
      </main>
    </SettingsFrame>
  )
}
