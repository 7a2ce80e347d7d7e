import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKeyView, apiKeys, removeApiKey } from '#domain/apikey/contract.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { hasFactor } from '#web/features/access/has-factor.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddKey, type MadeKey } from './add-key.tsx'
import { KeyRow } from './key-row.tsx'
import { NewSecret } from './new-secret.tsx'

/** What the server says of the ways in for programs. */
const documents = [
  { id: 'exchange', url: './api/reference/exchange' },
  { id: 'app', url: './api/reference' },
] as const

/** The keys of the customer's own programs: make one, see what each may do, remove one. */
export default function ApiKeysPage() {
  const { t } = useTexts()
  const queries = useQueryClient()
  const list = useApiQuery(apiKeys, {})
  const factor = useApiQuery(secondFactor, {})
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [removed, setRemoved] = useState<ApiKeyView>()
  const failed = [list, factor].find(({ isError, data }) => isError && !data)
  const again = () => queries.invalidateQueries({ queryKey: [apiKeys.path] })
  const isFull = list.data !== undefined && list.data.items.length >= list.data.maximum

  return (
    <SettingsFrame>
      <AppBar title={t('profile.api_keys')} />
      <main className="gutter max-w-140 pt-2 pb-8">
        {failed?.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
        {!failed && (!list.data || !factor.data) && <SkeletonRows count={2} />}
        {list.data && factor.data && (
          <>
            <p className="pb-2 text-15 text-t2">{t('apikey_pages.why')}</p>
            {list.data.items.length === 0 && <p className="py-4 text-13 text-t3">{t('apikey_pages.none')}</p>}
            <ul>
              {list.data.items.map((one) => (
                <KeyRow key={one.id} apiKey={one} onRemove={() => setRemoved(one)} />
              ))}
            </ul>
            <div className="flex flex-col gap-3 pt-6">
              {hasFactor(factor.data) ? (
                <Button onClick={() => setAdding(true)} disabled={isFull} className="w-full">
                  {t('apikey_pages.add')}
                </Button>
              ) : (
                <>
                  <p className="text-13 text-t2">{t('apikey_pages.needs_factor')}</p>
                  <ButtonLink kind="primary" className="w-full" to={toPage('pages/setting/totp')}>
                    {t('profile.two_step')}
                  </ButtonLink>
                </>
              )}
              {isFull && (
                <p className="text-12 text-t2">
                  {t('apikey_pages.full', { maximum: String(list.data.maximum) })}
                </p>
              )}
            </div>
            <ul className="flex flex-col pt-6">
              {documents.map(({ id, url }) => (
                <li key={id}>
                  <a
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    hrefLang="en"
                    className="press inline-flex min-h-11 items-center text-15 underline"
                  >
                    {t(`apikey_pages.docs_${id}`)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        <Sheet isOpen={isAdding} onClose={() => setAdding(false)} title={t('apikey_pages.add')}>
          {isAdding && (
            <AddKey
              onMade={async (key) => {
                setAdding(false)
                setMade(key)
                await again()
              }}
            />
          )}
        </Sheet>
        <Sheet
          isOpen={made !== undefined}
          onClose={() => setMade(undefined)}
          title={t('apikey_pages.made')}
          text={t('apikey_pages.made_note')}
        >
          {made && <NewSecret made={made} onDone={() => setMade(undefined)} />}
        </Sheet>
        <Sheet
          isOpen={removed !== undefined}
          onClose={() => setRemoved(undefined)}
          title={t('apikey_pages.remove_title', { name: removed?.label ?? '' })}
          text={t('apikey_pages.remove_note')}
        >
          {removed && (
            <Remove
              id={removed.id}
              onRemoved={async () => {
                toast(t('apikey_pages.removed'))
                setRemoved(undefined)
                await again()
              }}
            />
          )}
        </Sheet>
      </main>
    </SettingsFrame>
  )
}

function Remove({ id, onRemoved }: { id: string; onRemoved(): Promise<void> }) {
  const { t } = useTexts()
  const remove = useApiMutation(removeApiKey)
  return (
    <div className="pt-4">
      <Button
        className="w-full"
        disabled={remove.isPending}
        onClick={async () => {
          if (await remove.send({ id })) await onRemoved()
        }}
      >
        {t('apikey_pages.remove')}
      </Button>
    </div>
  )
}
