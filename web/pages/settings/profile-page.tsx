import { Copy } from 'lucide-react'
import { useState } from 'react'
import { type ProfileView, profile } from '#domain/user/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { type EditedPart, EditSheet } from '#web/features/profile/edit-sheet.tsx'
import { Portrait } from '#web/features/profile/portrait.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The customer: picture, names, number, and how to reach them. */
export default function ProfilePage() {
  const { t } = useTexts()
  const me = useApiQuery(profile, {})
  return (
    <SettingsFrame>
      <AppBar title={t('profile.title')} />
      <main className="pb-8">
        {me.isError && <ErrorState error={me.error} onRetry={() => void me.refetch()} />}
        {me.isPending && <SkeletonRows />}
        {me.data && <Person me={me.data} />}
      </main>
    </SettingsFrame>
  )
}

function Person({ me }: { me: ProfileView }) {
  const { t, locale } = useTexts()
  const [edited, setEdited] = useState<EditedPart>()
  const security = toPage('pages/setting/security')
  return (
    <>
      <div className="pt-4 pb-6">
        <Portrait me={me} />
        <div className="mt-3 flex items-center justify-center gap-1 text-13 text-t2">
          <span className="figures">UID {me.uid}</span>
          <IconButton
            icon={Copy}
            label={t('profile.copy_uid')}
            className="!size-11 text-t2"
            onClick={() => void copyText(me.uid, t)}
          />
        </div>
      </div>
      <ListRow
        title={t('profile.edit_nickname')}
        value={<Quiet text={me.nickname ?? t('profile.not_set')} />}
        onClick={() => setEdited('nickname')}
      />
      <ListRow
        title={t('profile.edit_signature')}
        note={me.signature ?? t('profile.not_set')}
        onClick={() => setEdited('signature')}
      />
      <ListRow
        title={t('access.contact_email')}
        value={<Quiet text={me.email ?? t('profile.not_set')} />}
        to={security}
      />
      <ListRow
        title={t('access.contact_mobile')}
        value={<Quiet text={me.mobile ?? t('profile.not_set')} />}
        to={security}
      />
      <ListRow
        title={t('profile.customer_since')}
        value={<Quiet text={dateInWords(me.createdAtMs, locale)} />}
      />
      {edited && <EditSheet part={edited} me={me} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function Quiet({ text }: { text: string }) {
  return <span className="font-normal text-t2">{text}</span>
}
