-- Initial texts and pictures of the pages, until staff change them in the studio. Texts are Markdown, where COMPANY_…
-- is a placeholder for a fact of src/company.ts. Shapes: src/domain/site-content/content.ts.

insert into public.site_content (key, value) values
('hero', '{"picture": "/catalogue/front/hero.jpg", "alt": "", "focus": {"x": 0, "y": 50}, "text": "", "button": "",
  "link": ""}'),

('tiles', '{
  "heading": "New Arrivals",
  "subtitle": "Check out our latest products",
  "tiles": [
    {"category": "women", "link": "", "title": "Women", "description": "Explore Women''s Collection",
     "picture": "/catalogue/front/front-1.jpg", "focus": {"x": 54, "y": 50}},
    {"category": "women", "link": "", "title": "Women", "description": "Explore Women''s Velvet Collection",
     "picture": "/catalogue/front/front-2.jpg", "focus": {"x": 24, "y": 50}},
    {"category": "men", "link": "", "title": "Men", "description": "Fall Winter 2024 - Men''s Collection",
     "picture": "/catalogue/front/front-3.jpg", "focus": {"x": 58, "y": 50}},
    {"category": "men", "link": "", "title": "Men", "description": "Fall Winter 2024 - Men''s Collection",
     "picture": "/catalogue/front/front-4.jpg", "focus": {"x": 20, "y": 50}}
  ]
}'),

('featured', jsonb_build_object(
  'heading', 'Featured',
  'headline', E'The Man.\nThe Myth.\nThe Minicia.',
  'text', $md$Nobody remembers who followed the dress code. Minicia is for the one who walks in late, says little, and is the only thing anyone talks about on the way home.

He breaks rules the way other people break in shoes: early, often and without asking. He doesn’t borrow confidence from what he wears. He just likes it to keep up.$md$,
  'slogan', '#RuleBreakersMoveFirst',
  'picture', '/catalogue/front/front-5.jpg',
  'alt', 'A navy bucket hat with white stitching, tortoise sunglasses and a coiled leather belt on plinths',
  'focus', '{"x": 50, "y": 50}'::jsonb)),

('announcement', '{"text": "", "link": "", "from": null, "until": null}'),

('launch', jsonb_build_object(
  'headline', 'Rule Breakers Move First',
  'text', 'Prove you''re one of us. Enter your email to stay notified.',
  'picture', '/catalogue/front/front-2.jpg',
  'focus', '{"x": 30, "y": 50}'::jsonb,
  'opens', null,
  'opens_heading', '')),

('faq', jsonb_build_object('questions', jsonb_build_array(
  jsonb_build_object('question', 'What is Minicia?', 'answer', $md$Minicia is a British label for people who break rules and look good doing it. We design hats, knitwear, eyewear and small leather goods for women and men, and sell them here, without the velvet rope.$md$),
  jsonb_build_object('question', 'What makes Minicia different?', 'answer', $md$Attitude first, then the finish to back it up. We make small collections instead of endless ones, put the detail where you can feel it, and leave out whatever is only there to follow a trend. No dress code, no permission slip: if you wear it with confidence, you are wearing it right.$md$),
  jsonb_build_object('question', 'Which products does Minicia offer?', 'answer', $md$Bucket hats, trucker hats, beanies and sunglasses, together with our Women and Men collections of scarves, velvet pieces, belts and leather goods. Each piece comes in several colours. See all of them on [All Products](/all-products).$md$),
  jsonb_build_object('question', 'Who is the Minicia community for?', 'answer', $md$Rule breakers. The confident, the curious and everyone who would rather set the tone than match it. It has nothing to do with age, size, gender or where you live. If you have ever been told you are too much, you will get on well here.$md$),
  jsonb_build_object('question', 'How do I join the community?', 'answer', $md$[Create an account](/login) when you place your first order, leave your email on our [launch page](/launch) to hear about new drops before anyone else, and follow us on social media with #RuleBreakersMoveFirst.$md$)))),

('terms', jsonb_build_object(
  'title', 'Terms and Conditions',
  'effective', '2024-10-07',
  'text', $md$## 1. Company information

This website is operated by COMPANY_LEGAL_NAME (“Minicia”, “we”, “us”), a company registered in COMPANY_REGISTERED_IN under number COMPANY_NUMBER. Our registered office is at COMPANY_REGISTERED_ADDRESS. COMPANY_VAT You can reach us by email at [COMPANY_EMAIL](mailto:COMPANY_EMAIL).

## 2. Acceptance of these terms

By using this website, creating an account or placing an order, you accept these terms. If you do not accept them, please do not use the website. Our [Privacy Policy](/privacypolicy) and our [Shipping and Returns policy](/returnpolicy), which says who pays duties and taxes abroad, form part of these terms.

## 3. Use of the site

You may use this website for your own, lawful, non-commercial purposes. You may not disturb its operation, try to gain access to parts that are not meant for you, collect data from it by automated means, or use it to deceive others. You are responsible for keeping your password secret and for what is done through your account. The information you give us must be true and up to date.

A gift card or store credit pays for anything in our shop, delivery included, in one order or several, for 24 months from the day we issue it. We write a month before it ends; what is left on it then is lost. Anyone with its code can spend it. What it paid for and you return is refunded to it first, and it is then good for at least another year.

## 4. Intellectual property

The Minicia name, marks, designs, texts, photographs and software on this website belong to us or to those who license them to us, and are protected by law. You may not copy, alter, publish or sell them without our written permission.

## 5. User content licence

When you send us content or tag us in it, such as reviews, photographs or comments, it remains yours. You grant us a non-exclusive, worldwide, royalty-free licence to use, reproduce and show it in connection with our products. You confirm that you are entitled to give us this licence and that the content infringes nobody’s rights.

## 6. Third-party links

This website links to websites of others, including our payment provider and social networks. We do not control them and are not responsible for their content, terms or privacy practices.

## 7. Disclaimer of warranties

We take care that this website is accurate and available, but it is provided “as is” and “as available”. To the extent that the law allows, we give no warranty that it will be uninterrupted or free of errors. Nothing in these terms affects your statutory rights as a consumer, including your right to goods that are of satisfactory quality, fit for purpose and as described. If you buy from the European Union, you have its [legal guarantee of conformity](https://europa.eu/youreurope/guarantees) of at least two years, for which you turn to us.

## 8. Limitation of liability

To the extent that the law allows, we are not liable for indirect or consequential loss, or for loss of profit, business or data, arising from the use of this website. Our liability for an order is limited to the price you paid for it. Nothing in these terms limits our liability for death or personal injury caused by negligence, for fraud, or for anything else for which liability cannot be limited by law.

## 9. Indemnity

You agree to compensate us for losses, claims and reasonable costs that arise because you broke these terms or infringed the rights of others while using this website.

## 10. Termination

We may suspend or end your access to this website if you break these terms. You may stop using it, and ask us to close your account, at any time. Orders that we have already accepted are not affected.

## 11. Governing law

These terms are governed by the law of England and Wales, and the courts of England and Wales have jurisdiction. If you are a consumer and live elsewhere, you keep the protection of the mandatory rules of your own country, and may bring a claim in its courts.

## 12. Changes to these terms

We may change these terms. The version on this page at the time of your order is the one that applies to it. If you continue to use the website after a change, you accept the new terms.

## 13. Severability

If any part of these terms is found to be invalid or unenforceable, the rest remains in force.

## 14. Contact

Questions about these terms: [COMPANY_EMAIL](mailto:COMPANY_EMAIL).$md$)),

('returns', jsonb_build_object(
  'title', 'Shipping and Returns',
  'effective', '2024-10-07',
  'text', $md$## Order processing

We process orders within 48 business hours after your payment has been confirmed. Business hours run Monday to Friday and exclude public holidays.

## Delivery in the United Kingdom

Domestic delivery covers England, Wales, Scotland and Northern Ireland.

- **Standard delivery** is free of charge and takes 2–3 business days after dispatch.
- **Express next-day delivery** is available at a charge for orders placed before 12:00 PM GMT. Orders placed later are processed the next business day.

## International delivery

We deliver to every country that the billing page offers. Shipping rates vary by country and are shown before you pay. Customs duties and taxes of the country of delivery are your responsibility, unless we pay them:

COUNTRY_DUTIES

The billing page says so again for your country, with an estimate where we can make one; it does not bind customs. What it says when you order holds for that order.

## Returns

You may return an item within 30 days of delivery, for a refund or an exchange. Items must be unworn and unwashed, with their tags attached.

Every return needs our authorisation. Email [COMPANY_EMAIL](mailto:COMPANY_EMAIL) with your order details before you send anything back, and we will tell you where to send it. You can also ask in your [account](/account), or behind the link in our e-mails: our authorisation, with a code for the parcel, then comes by email at once.

You pay for return shipping, unless the item is defective or we sent the wrong one. Customs duties on international orders are non-refundable.

## Refunds

Once we have received and inspected your return, we refund you within 7–10 business days to your original payment method.

## Exchanges

To exchange an item, return it and place a new order.

## Your right to cancel

You may cancel your order within 14 days of its delivery, without giving a reason and whatever is said above: in your account, behind the link in our e-mails, by email, or here without a login: [Withdraw from contract here](/withdraw). Then send the goods back within 14 days. Within 14 days of their arrival we refund what you paid, and if you cancel all of the order, its standard delivery, too. What has not left yet, we simply do not send.

## Your statutory rights

This policy adds to your legal rights as a consumer and takes nothing away from them.$md$)),

('privacy', jsonb_build_object(
  'title', 'Privacy Policy',
  'effective', null,
  'text', $md$## Who we are

COMPANY_LEGAL_NAME, a company registered in COMPANY_REGISTERED_IN with its registered office at COMPANY_REGISTERED_ADDRESS, is the controller of the personal data described here. We handle it under UK data protection law: the UK General Data Protection Regulation (UK GDPR), the Data Protection Act 2018 and the Privacy and Electronic Communications Regulations.

## What we collect

- **Your account:** user name, email address and a password, which is stored only in hashed form.
- **Your orders:** name, address, email address, phone number, shipping country, what you bought and what you paid. If you report a fault: your words, and photos if you add any. We keep only their pixels, not where, when or with what they were taken.
- **Your payment:** our payment provider, Stripe, takes your card details on its own page. We never see or store your card number. We receive a confirmation that the payment was made.
- **Your reviews:** stars, words, photos, how a hat fits and, only if you enter one, a name. Everybody can read them on the page of the product. Of photos we keep only the pixels.
- **Your subscription:** your email address, if you ask to stay notified, where in the shop you gave it, when you confirmed it and what you agreed to.
- **Complaints** about how we use your data: your name, email address and what you wrote.
- **Stock alerts:** your email address and the colour, if you ask to be told when it is back in stock.
- **Draws:** your email address and the colour, if you enter one; if you win, a fingerprint of your card and delivery address, so that nobody wins twice.
- **Counts of visits:** how often products are looked at, put into carts and searched for, and from which sites visits come, as sums of a day that name nobody. [What we count](/what-we-count) shows them. You can object at any time: turn it off [below](/privacypolicy#counting).
- **Technical data:** your IP address and the requests your browser makes, in short-lived server logs that keep the shop secure.

## What stays in your browser

We set no advertising or analytics cookies. What follows is needed for what you do in the shop, or shows you what you looked at. You can delete it at any time in your browser’s settings.

In your browser’s local storage, until you delete it:

- **root:** your cart, your login and the products of the last list you opened, so that they are there when you come back.
- **cartItems**, **subtotal**, **taxRate** and **shippingCost:** your cart and its sums as you went to checkout, for the billing page.
- **discountCode** and **discount:** a discount code that you typed or followed as a link, and what it took off as you went to checkout. Both are deleted once the code is used.
- **billingFormData** and **billingInfoId:** the billing form you began and the number it was saved under. Logging out deletes them.
- **unfinishedPayment** and **finishedCheckout:** the number of a payment and what we told you about it, so that you are not asked to pay twice and no order is placed twice.
- **clockOffset:** how far your device’s clock is off, if it is, so that it does not log you out too soon or too late.
- **recentlyViewed:** the products you looked at last, so that we can show them to you again. Only your browser knows them. Turn it off [below](/privacypolicy#recently-viewed-products), or beside the list: then the list is deleted, and only the word “off” is kept.
- **studioKeysOff**, **studioCarrier**, **studioPaper**, **studioEdits** and **studioStockTake:** for our own staff, whether single keys act, the carrier and the paper used last, and what they are typing in forms and e-mails or counting in the stockroom that has not been saved yet.

In that tab, until you close it:

- **cartReference:** the random reference of your cart.
- **returnTarget:** the page to go back to after you log in.
- **nextPageToast** and **cartNews:** a message for the next page you open.
- **placedOrder:** the number of the order you placed, and when it leaves and arrives.
- **loginCode:** the address to which you asked for a code to log in, and when, so that you can enter it after a reload.

Four small cookies:

- **refresh** keeps you logged in until you have been away for twelve hours.
- **launchUnlocked** remembers for a year that you came in through our launch page.
- **visitorCountry** tells the billing page for ten minutes which country you seem to be in, so that it can be chosen for you.
- **countsOff** remembers for 400 days that you object to being counted. It is set only if you do.

## Why we use it

- **To perform our contract with you:** to run your account, take payment, deliver your order and deal with returns.
- **Because the law requires it:** to keep accounting and tax records.
- **For our legitimate interests:** to keep the shop secure, prevent fraud and answer your messages; to ask you once for a review of what you bought, which you can refuse for good with the link in that email, and to show it; and to count visits, so that we learn what is wanted and found: you can [turn that off](/privacypolicy#counting).
- **With your consent:** to send you news, which may include one discount code for new subscribers and one reminder of a cart that you leave at checkout, and one email when a colour you asked about is back. You can withdraw your consent at any time by emailing us, or with the link in each of these emails.

## Who receives it

We share personal data only with those who help us to run the shop, and only what they need: our payment provider (Stripe), our hosting and database providers (Netlify and Supabase), our email provider (Resend), and the carrier that delivers your order. We share it with authorities where the law requires us to. We do not sell personal data.

Some of these providers process data outside the United Kingdom. Where they do, the transfer is covered by UK adequacy regulations or by the International Data Transfer Agreement or Addendum.

## How long we keep it

- **Your account** until you close it on your account page. Your log-in, billing forms without an order and payments you did not complete are deleted at once and, if you have confirmed your email address, so are your subscription, stock alerts and complaints that we have answered under that address.
- **If you buy as a guest:** the login that stands for you in this browser for 1 day; once you have ordered, for 30 days, in which you can keep the order in an account. After that your order is kept as if you had closed an account.
- **Orders and payments** with your name and address for seven years, because tax law requires us to keep them for six years after the end of the financial year they belong to. After that only goods and amounts remain. When you close your account, they lose the link to it, and after another 180 days, which we need for delivery, returns and disputes, your email address and phone number.
- **Photos** that you add to a return for 180 days after it is closed, for disputes.
- **Your reviews** until you withdraw them with the link by which you wrote them, close your account or ask us to erase them, and at the longest as long as your name and address. Withdrawing deletes them at once.
- **A gift message or note** that you add to an order for 180 days.
- **Payments you did not complete** and billing forms without an order for 30 days.
- **Emails** that we sent you for 90 days after we wrote them.
- **Your subscription** until you withdraw your consent; for 30 days if you do not confirm it. After that we keep only a fingerprint of the address, by which we would know it again: to leave it alone, and to send no second discount code for new subscribers.
- **Complaints** about your data for 2 years after we answered them, to show that we did.
- **Stock alerts** for 1 year. Of an address that wants none we keep the same fingerprint.
- **Entries of a draw** for 180 days after it has ended, or until you withdraw yours. What stays in its published list names nobody.
- **When and from where you logged in**, and server logs, for 30 days.

## Your rights

Under UK data protection law you have the right:

- **to be informed** about how we use your personal data, which is what this page is for;
- **of access** to the personal data we hold about you, and to a copy of it;
- **to rectification** of data that is wrong or incomplete;
- **to erasure** of your data, where we have no legal duty to keep it;
- **to restrict processing** while a question about your data is being settled;
- **to data portability:** to receive your data in a commonly used, machine-readable form;
- **to object** to processing that rests on our legitimate interests, and at any time to direct marketing;
- **in relation to automated decisions and profiling.** We make no such decisions;
- **to withdraw consent** at any time, where we rely on it.

You can download a copy of your data and close your account on your [account page](/account). To use any of the other rights, or if you have no account, email us at [COMPANY_EMAIL](mailto:COMPANY_EMAIL). It costs nothing, and we answer within one month.

## Complaints

If you think that we use your data wrongly, [complain here](/complaint), without a login, or by email. We confirm at once that your complaint has arrived, and answer within 30 days. You also have the right to complain to the Information Commissioner’s Office, the UK regulator for data protection, at [ico.org.uk](https://ico.org.uk/make-a-complaint/).

## Contact

Email [COMPANY_EMAIL](mailto:COMPANY_EMAIL). When this policy changes, the new version appears on this page.$md$)),

('contact', jsonb_build_object(
  'title', 'Contact Us',
  'effective', null,
  'text', $md$Questions about an order, a return, a colour you cannot decide on: write to us. Email is the only way to reach us, so nothing gets lost between departments. There is only one.$md$)),

('listing', '{"tile": null}'),

('home_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', '')),
('listing_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', '')),
('faq_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', '')),
('terms_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', 'The terms on which you use Minicia''s website and buy from it.')),
('returns_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', 'Delivery times and costs in the UK and abroad, and how to return or exchange a Minicia piece within 30 days.')),
('privacy_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', 'Which personal data Minicia collects, why, how long we keep it, and the rights that UK data protection law gives you.')),
('contact_search', jsonb_build_object('search_title', '', 'share_picture', '',
  'search_description', 'Write to Minicia by email about an order, a return or anything else.'));
