import type { ApiKeyView } from '#domain/apikey/contract.ts'
import { isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CopyLine } from './copy-line.tsx'

/** One key: what it may do, from where, until when, and when it was last used. */
export function KeyRow({ apiKey, onRemove }: { apiKey: ApiKeyView; onRemove(): void }) {
  const { t } = useTexts()
  const { label, key, scopes, addresses, status, expiresAtMs, lastUsedAtMs, lastUsedIp } = apiKey
  return (
    <li className="hairline flex flex-col gap-1 py-3">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 text-15 font-semibold break-words">{label}</p>
        <button
          type="button"
          onClick={onRemove}
          aria-label={t('apikey_pages.remove_of', { name: label })}
          className="target press text-13 font-semibold text-t1 underline decoration-line2 underline-offset-4"
        >
          {t('apikey_pages.remove')}
        </button>
      </div>
      <p className="text-13 text-t2">{scopes.map((scope) => t(`apikey_pages.scope_${scope}`)).join(' · ')}</p>
      <p className="text-12 text-t2 break-words">
        {addresses.length > 0 ? addresses.join(', ') : t('apikey_pages.any_address')}
      </p>
      <p className={status === 'active' ? 'text-12 text-t2' : 'text-12 text-danger'}>
        {status === 'ended'
          ? t('apikey_pages.ended')
          : t(status === 'expired' ? 'apikey_pages.expired' : 'apikey_pages.expires', {
              date: isoDate(expiresAtMs),
            })}
      </p>
      <p className="text-12 text-t2">
        {lastUsedAtMs === null
          ? t('apikey_pages.unused')
          : t('apikey_pages.used', { date: isoDate(lastUsedAtMs), address: lastUsedIp ?? '' })}
      </p>
      <CopyLine label={t('apikey_pages.key')} text={key} copy={t('apikey_pages.copy_key')} />
    </li>
  )
}
