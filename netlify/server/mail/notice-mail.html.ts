/** Written by `npm run emails` from the components in `emails`. */
export const noticeMailTemplate = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en-GB">
<head>
<meta name="viewport" content="width=device-width"/>
<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<title>{{title}}</title>
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
<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">{{preview}}
<div>&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;&#160;&#8204;&#8203;&#8205;&#65279;</div></div>
<table align="center" width="100%" class="sheet" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px;background-color:#fff"><tbody>
<tr style="width:100%">
<td>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="background-color:#141312"><tbody>
<tr>
<td style="padding:24px 32px"><img alt="Minicia" height="24" src="{{shop}}/icons/wordmark.png" style="display:block;outline:none;border:none;text-decoration:none;color:#ece9e4;font-size:20px;font-weight:bold" width="134"/></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding:32px">
<h1 class="ink" style="color:#141312;font-size:28px;line-height:32px;margin:0 0 8px">{{heading}}</h1>{{#pictures}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-top:16px">
<a href="{{href}}" style="color:#067df7;text-decoration-line:none" target="_blank"><img alt="{{alt}}" height="400" src="{{src}}" style="display:block;outline:none;border:none;text-decoration:none;width:100%;max-width:320px;height:auto" width="320"/></a></td></tr></tbody></table>{{/pictures}}{{#before}}
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:16px 0 0;word-break:break-word;margin-top:16px;margin-right:0;margin-bottom:0;margin-left:0">{{text}}</p>{{/before}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-top:8px">{{#items}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">{{#thumbnails}}
<td class="line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word;width:80px"><img alt="{{alt}}" height="80" src="{{src}}" style="display:block;outline:none;border:none;text-decoration:none;font-size:11px;line-height:14px" width="64"/></td>{{/thumbnails}}
<td class="ink line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word">{{what}}</td>
<td class="ink line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0 12px 16px;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word;text-align:right">{{figure}}</td></tr></tbody></table>{{/items}}</td></tr></tbody></table>{{#after}}
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:16px 0 0;word-break:break-word;margin-top:16px;margin-right:0;margin-bottom:0;margin-left:0">{{text}}</p>{{/after}}{{#sections}}
<h2 class="ink" style="color:#141312;font-size:16px;line-height:24px;margin:28px 0 8px;font-weight:bold">{{title}}</h2>{{#rows}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody style="width:100%">
<tr style="width:100%">{{#thumbnails}}
<td class="line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word;width:80px"><img alt="{{alt}}" height="80" src="{{src}}" style="display:block;outline:none;border:none;text-decoration:none;font-size:11px;line-height:14px" width="64"/></td>{{/thumbnails}}
<td class="ink line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word">{{what}}</td>
<td class="ink line" data-id="__react-email-column" style="color:#141312;font-size:16px;line-height:24px;padding:12px 0 12px 16px;border-bottom:1px solid #d6d1c8;vertical-align:top;word-break:break-word;text-align:right">{{figure}}</td></tr></tbody></table>{{/rows}}{{#texts}}
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:16px 0 0;word-break:break-word;margin-top:16px;margin-right:0;margin-bottom:0;margin-left:0">{{text}}</p>{{/texts}}{{/sections}}{{#buttons}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-top:24px;padding-bottom:8px">
<a href="{{href}}" class="button" style="line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;padding:14px 28px;background-color:#141312;color:#fff;font-size:13px;font-weight:bold;letter-spacing:0.12em;text-transform:uppercase;padding-top:14px;padding-right:28px;padding-bottom:14px;padding-left:28px" target="_blank"><span><!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:21px" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:10.5px">{{label}}</span><span><!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a></td></tr></tbody></table>{{/buttons}}{{#notes}}
<p class="ink" style="font-size:16px;line-height:24px;color:#141312;margin:16px 0 0;word-break:break-word;margin-top:16px;margin-right:0;margin-bottom:0;margin-left:0">{{text}}</p>{{/notes}}{{#linkGroups}}
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody>
<tr>
<td style="padding-top:32px">
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" class="line" style="border-top:1px solid #d6d1c8"><tbody>
<tr>
<td style="padding-top:12px">{{#links}}
<p style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:8px 0 0;margin-top:8px;margin-right:0;margin-bottom:0;margin-left:0">
<a href="{{href}}" class="soft" style="color:#5b5751;text-decoration:underline" target="_blank">{{label}}</a></p>{{/links}}</td></tr></tbody></table></td></tr></tbody></table>{{/linkGroups}}</td></tr></tbody></table></td></tr></tbody></table>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px"><tbody>
<tr style="width:100%">
<td style="padding-top:24px">
<p class="soft" style="font-size:13px;line-height:20px;color:#5b5751;word-break:break-word;margin:0;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Minicia Ltd, registered in England and Wales, number 00000000<br/>Registered office: 1 Example Street, London, EX1 1EX, United Kingdom<br/>hello@minicia.example</p></td></tr></tbody></table></td></tr></tbody></table></body></html>
`;
