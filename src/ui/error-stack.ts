const stack = document.querySelector('[data-error-stack]');
if (stack)
  stack.textContent = `Error: No route matches URL "${location.pathname}"\n    at ${location.href}`;
