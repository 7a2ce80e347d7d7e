import type { Product } from '../product.ts'

/** The chat with customer service, and the other ways to reach it. */
export const support: Product = {
  name: 'support',
  texts: ['support_pages', 'chat_pages'],
  pages: { 'pages/kefu/index': () => import('./help-page.tsx') },
  menu: [{ label: 'common.tab_help', page: 'pages/kefu/index' }],
  notices: {
    'support-answer': { page: 'pages/kefu/index', action: 'common.tab_help' },
    // Leads to the chat, where it can be asked whether it is ours.
    'support-message': { page: 'pages/kefu/index', action: 'common.tab_help' },
  },
}
