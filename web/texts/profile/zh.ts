import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const zh: Translation<typeof en> = {
  title: '个人资料',
  change_picture: '更换头像',
  copy_uid: '复制 UID',
  copied: '已复制',
  nickname: '昵称',
  nickname_note: '2 至 10 个字母、汉字或数字。',
  signature: '个性签名',
  signature_note: '2 至 30 个字符，显示在他人可见的名字旁。',
  not_set: '未设置',
  customer_since: '注册日期',
  save: '保存',
  security: '安全',
  login_password: '登录密码',
  change: '更改',
  add: '添加',
  bind_email: '绑定邮箱',
  bind_mobile: '绑定手机',
  bind_note: '我们会向其发送验证码，并需密码确认更改。',
  contact_saved: '已保存',
  sessions: '已登录的设备',
  this_device: '本设备',
  end_session: '退出',
  end_session_of: '让 {device} 退出登录',
  end_all: '退出其他所有设备',
}
