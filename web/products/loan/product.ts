import type { PageLink, Product } from '../product.ts'

const contract: PageLink = { page: 'pages/common/borrowing', param: 'id' }
const link = { ...contract, action: 'loan.see' } as const

/** Loans by score: applied for, repaid in parts or at once. */
export const loan: Product = {
  name: 'loan',
  pages: {
    'pages/loan/loan': () => import('./loan-page.tsx'),
    'pages/common/borrowing': () => import('./borrowing-page.tsx'),
  },
  texts: ['loan_pages', 'chat_pages'],
  reasons: {
    'loan-payout': contract,
    'loan-repayment': contract,
    'loan-interest': contract,
    'loan-overdue-interest': contract,
  },
  notices: {
    'loan-issued': link,
    'loan-rejected': link,
    'loan-due': link,
    'loan-overdue': link,
    'loan-repaid': link,
  },
}
