/** Written by `npm run emails` from the components in `emails`. */
export const orderMailTemplate = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en-GB">
<head>
<meta name="viewport" content="width=device-width"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<title>Your order</title>
<style>
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #141312 !important; }
  .sheet { background-color: #211f1d !important; }
  .ink { color: #ece9e4 !important; }
  .soft { color: #d6d1c8 !important; }
  .line { border-color: #5b5751 !important; }
  .rule { border-color: #ece9e4 !important; }
  .button { background-color: #ece9e4 !important; color: #141312 !important; }
}
</style></head>
<body lang="en-GB" class="page" dir="ltr" style="background-color:#ece9e4;margin:0;padding:0">
<table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody>
<tr>
<td dir="ltr" lang="en-GB" style="margin:0;padding:32px 16px;background-color:#ece9e4;color:#141312;font-family:Helvetica, Arial, sans-serif">
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">Order {{number}}, {{date}}. Total: {{total}}
<div>&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;</div></div>
<table align="center" width="100%" class="sheet" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px;background-color:#fff"><tbody>
<tr style="width:100%">
<td>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="background-color:#141312"><tbody>
<tr>
<td style="padding:24px 32px"><img alt="Minicia" height="24" src="{{shop}}/icons/wordmark.png" style="display:block;outline:none;border:none;text-decoration:none;color:#ece9e4;font-size:20px;font-weight:bold" width="134"/></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding:32px">
<h1 class="ink" style="color:#141312;font-size:28px;line-height:32px;margin:0 0 8px">Thank you for shopping.</h1>
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:0 0 24px;margin-top:0;margin-right:0;margin-bottom:24px;margin-left:0">Order {{number}}, {{date}}<br/>{{promise}}</p>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-bottom:32px">
<a href="{{orderLink}}" class="button" style="line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;padding:14px 28px;background-color:#141312;color:#fff;font-size:13px;font-weight:bold;letter-spacing:0.12em;text-transform:uppercase;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21px" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">See your order</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="rule" style="border-top:1px solid #141312"><tbody>
<tr>
<td>{{#lines}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">{{#thumbnails}}
<td class="line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word;width:80px"><img alt="{{alt}}" height="80" src="{{src}}" style="display:block;outline:none;border:none;text-decoration:none;font-size:11px;line-height:14px" width="64"/></td>{{/thumbnails}}
<td class="ink line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word"><strong>{{what}}</strong><br/>{{count}}</td>
<td class="ink line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0 12px 16px;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word;padding-left:16px;text-align:right;white-space:nowrap">{{price}}</td></tr></tbody></table>{{/lines}}</td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-top:6px;padding-bottom:6px">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:6px;padding-bottom:6px">Subtotal</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:6px;padding-bottom:6px">{{subtotal}}</td></tr></tbody></table>{{#discounts}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:6px;padding-bottom:6px">{{label}}</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:6px;padding-bottom:6px">{{off}}</td></tr></tbody></table>{{/discounts}}{{#taxes}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:6px;padding-bottom:6px">Tax</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:6px;padding-bottom:6px">{{tax}}</td></tr></tbody></table>{{/taxes}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:6px;padding-bottom:6px">{{shippingName}}</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:6px;padding-bottom:6px">{{shipping}}</td></tr></tbody></table>{{#adjustments}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:6px;padding-bottom:6px">Adjustment</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:6px;padding-bottom:6px">{{amount}}</td></tr></tbody></table>{{/adjustments}}</td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="rule" style="border-top:1px solid #141312"><tbody>
<tr>
<td>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:12px;padding-bottom:12px;font-weight:bold">Total</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:12px;padding-bottom:12px;font-weight:bold">{{total}}</td></tr></tbody></table>{{#insides}}
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:0 0 8px;word-break:break-word;margin-top:0;margin-right:0;margin-bottom:8px;margin-left:0">{{inside}}</p>{{/insides}}{{#cards}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-top:6px;padding-bottom:6px">{{name}}</td>
<td class="ink" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding-left:16px;text-align:right;white-space:nowrap;padding-top:6px;padding-bottom:6px">{{paid}}</td></tr></tbody></table>
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:0 0 8px;word-break:break-word;margin-top:0;margin-right:0;margin-bottom:8px;margin-left:0">{{rest}}</p>{{/cards}}</td></tr></tbody></table>
<h2 class="ink" style="color:#141312;font-size:16px;line-height:24px;margin:24px 0 8px;font-weight:bold">Goes to</h2>
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:0 0 8px;word-break:break-word;margin-top:0;margin-right:0;margin-bottom:8px;margin-left:0">{{address}}</p>{{#duties}}
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:0 0 8px;word-break:break-word;margin-top:0;margin-right:0;margin-bottom:8px;margin-left:0">{{who}}</p>{{/duties}}
<h2 class="ink" style="color:#141312;font-size:16px;line-height:24px;margin:24px 0 8px;font-weight:bold">What happens next</h2>
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:0 0 8px;word-break:break-word;margin-top:0;margin-right:0;margin-bottom:8px;margin-left:0">{{next}}</p>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-top:32px">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="line" style="border-top:1px solid #d6d1c8"><tbody>
<tr>
<td style="padding-top:12px">{{#accounts}}
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{shop}}/account" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">Your orders</a></p>{{/accounts}}{{#claims}}
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{claimLink}}" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">Keep this order: choose a password</a></p>{{/claims}}
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{withdrawLink}}" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">Withdraw from contract here</a></p>
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{termsLink}}" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">{{terms}}</a></p>
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{shop}}/returnpolicy" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">Returns, within 30 days of delivery</a></p>
<h2 class="soft" style="color:#5b5751;font-size:13px;line-height:20px;word-break:break-word;margin:16px 0 4px">Your right to cancel</h2>
<p class="soft" style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:0;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">You may cancel this contract within 14 days without giving a reason. The 14 days end 14 days after the day on which you, or someone you name, receives the goods; of several parcels, the last one.<br/><br/>To cancel, tell us so in a clear statement: by e-mail to hello@minicia.example, by letter to Minicia Ltd, 1 Example Street, London, EX1 1EX, United Kingdom, or with the link &#8220;Withdraw from contract here&#8221;, which sends you a receipt at once. You may use the form below, but need not. It is enough to send it before the 14 days have ended.<br/><br/>If you cancel, we refund all that you paid, the standard delivery included; what another kind of delivery cost beyond that is not refunded. We do so at once, and at the latest 14 days after the goods are back or you have shown that you sent them; if nothing was sent, 14 days after you told us. The money goes back the way you paid, and costs you nothing.<br/><br/>Send the goods back within 14 days of telling us, to Minicia Returns, 1 Example Street, London, EX1 1EX, United Kingdom; you pay the postage. You answer for lost value only where you have handled them more than it takes to see what they are, what they look like and how they work.</p>
<h2 class="soft" style="color:#5b5751;font-size:13px;line-height:20px;word-break:break-word;margin:16px 0 4px">Your rights if something is wrong</h2>
<p class="soft" style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:0;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">By law the goods must be as described, fit for purpose and of satisfactory quality (Consumer Rights Act 2015). If they are not, you have the right to a repair, a replacement or your money back, however long ago the days to cancel ended.<br/><br/>If something is wrong, answer this e-mail or write to hello@minicia.example: a person reads it and answers within two working days. What we promise beyond the law, a return within 30 days of delivery, takes nothing away from these rights.</p>{{#guarantees}}
<h2 class="soft" style="color:#5b5751;font-size:13px;line-height:20px;word-break:break-word;margin:16px 0 4px">Your legal guarantee in the European Union</h2>
<p class="soft" style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:0;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Goods sold in the European Union come with a legal guarantee of conformity of at least two years from delivery; in some countries it is longer.<br/><br/>If goods are not as described, do not work as they should or are faulty, the seller must repair or replace them free of charge. If that is impossible or fails, you get part or all of the price back. After a repair the guarantee is a year longer.<br/><br/>Turn to us, the seller: the guarantee costs nothing and does not depend on any guarantee of the maker.</p>{{#notices}}
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{noticeLink}}" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">The official notice</a></p>{{/notices}}
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="https://europa.eu/youreurope/guarantees" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">The legal guarantee in your country, by the European Union</a></p>{{/guarantees}}
<h2 class="soft" style="color:#5b5751;font-size:13px;line-height:20px;word-break:break-word;margin:16px 0 4px">Model cancellation form</h2>
<p class="soft" style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:0;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">To Minicia Ltd, 1 Example Street, London, EX1 1EX, United Kingdom, hello@minicia.example:<br/>I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],<br/>Ordered on [*]/received on [*],<br/>Name of consumer(s),<br/>Address of consumer(s),<br/>Signature of consumer(s) (only if this form is notified on paper),<br/>Date<br/>[*] Delete as appropriate.</p></td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px"><tbody>
<tr style="width:100%">
<td style="padding-top:24px">
<p class="soft" style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:0;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Minicia Ltd, registered in England and Wales, number 00000000<br/>Registered office: 1 Example Street, London, EX1 1EX, United Kingdom<br/>hello@minicia.example</p></td></tr></tbody></table></td></tr></tbody></table></body></html>
`;
