import { useState } from 'react'
import { createContent } from '#domain/content/console.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { t } from '../../texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Refused } from '../../ui/states.tsx'
import { Preview, TextFields } from './text-fields.tsx'

const kinds = ['news', 'faq'] as const

/** Begins an item of news or a question, in English. */
export function CreateForm({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const creating = useApiMutation(createContent, { toastsRefusal: false })
  const [kind, setKind] = useState<(typeof kinds)[number]>('news')
  const [text, setText] = useState({ title: '', content: '' })
  async function create() {
    const made = await creating.send({ kind, ...text })
    if (!made) return
    toast(t('content.created'))
    onCreated(made.id)
  }
  return (
    <Panel title={t('content.create')} onClose={onClose}>
      <p className="mb-4 text-13 text-t2">{t('content.create_text')}</p>
      <div className="flex flex-col gap-3">
        <SelectField
          label={t('content.category')}
          name="kind"
          choices={kinds.map((id) => ({ id, label: t(`content.kind_${id}`) }))}
          defaultValue={kind}
          onChoose={(id) => setKind(id === 'faq' ? 'faq' : 'news')}
        />
        <TextFields text={text} onChange={setText} />
        <Refused error={creating.error} />
        <Button
          kind="primary"
          isPending={creating.isPending}
          disabled={text.title.trim() === '' || text.content.trim() === ''}
          onClick={() => void create()}
        >
          {t('content.save')}
        </Button>
      </div>
      <Preview text={text} language="en" />
    </Panel>
  )
}
