import { MessageSquareText, MessagesSquare } from 'lucide-react'
import { cannedAnswers, consoleSupport } from '#domain/support/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { AnswersPage } from './answers-page.tsx'
import { ConversationPanel } from './conversation-panel.tsx'
import { ConversationsPage, ConversationsTable } from './conversations-page.tsx'
import { settingsPage } from './settings-page.tsx'

/** The chats with customers, the texts kept ready for them, and the hours of the service. */
export const support: Product = {
  name: 'support',
  title: t('support.title'),
  pages: [
    {
      ...{ path: '/support', name: t('support.conversations'), icon: MessagesSquare },
      ...{ component: ConversationsPage, endpoint: consoleSupport },
    },
    {
      ...{ path: '/support/answers', name: t('support.answers'), icon: MessageSquareText },
      ...{ component: AnswersPage, endpoint: cannedAnswers },
    },
    settingsPage,
  ],
  customerTabs: [
    {
      id: 'support',
      name: t('support.conversations'),
      endpoint: consoleSupport,
      Tab: ConversationsTable,
    },
  ],
  subjects: {
    support: { label: (id) => t('support.subject', { text: id }), to: (id) => `/support?at=${id}` },
    'support-answer': {
      label: () => t('support.subject_answer'),
      to: (id) => `/support/answers?at=${id}`,
    },
    'support-settings': { label: () => t('support.subject_settings'), to: () => settingsPage.path },
  },
  references: { C: '/support' },
  requests: {
    label: t('support.request'),
    Panel: ConversationPanel,
    endpoint: consoleSupport,
    action: () => t('support.action'),
  },
  proposals: {
    label: t('support.kind_settings'),
    tab: 'products',
    kinds: { 'support-settings': t('support.kind_settings') },
  },
}
