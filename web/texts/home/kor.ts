import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const kor: Translation<typeof en> = {
  total_balance: '총 자산',
  play_money: '모의 자금',
  show_balance: '잔액 표시',
  hide_balance: '잔액 숨기기',
  not_whole: '현재 시세를 알 수 없는 자산은 제외됨',
  entries_add_up_one: '{count}건의 내역 합계',
  entries_add_up_other: '{count}건의 내역 합계',
  deposit: '입금',
  withdraw: '출금',
  transfer: '이체',
  convert: '환전',
  more: '더보기',
  more_locked: '고정 예치',
  more_orders: '주문',
  more_bill: '거래 내역서',
  more_settings: '설정',
  news: '공지',
  promise: '직접 확인할 수 있는 거래소.',
  promise_why: '모든 가격이 기록되고, 1센트까지 내역이 남습니다.',
  create_account: '회원가입',
}
